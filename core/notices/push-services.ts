/** Members choose the endpoint that we call. If any address were allowed, members could make our server call it. */
const HOSTS = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];
const PARENTS = [".push.apple.com", ".notify.windows.com"];

export const ENDPOINT_MAX_LENGTH = 2_048;

/** @param testService origin of a push service on this machine, in tests only */
export function isPushEndpoint(endpoint: string, testService: string | null = null): boolean {
  // Other characters could make another URL parser find a different host.
  if (endpoint.length > ENDPOINT_MAX_LENGTH || !/^[\x21-\x5b\x5d-\x7e]+$/.test(endpoint))
    return false;
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (testService !== null && url.origin === testService) return true;
  if (url.protocol !== "https:" || url.port !== "") return false;
  return HOSTS.includes(url.host) || PARENTS.some((parent) => url.host.endsWith(parent));
}
