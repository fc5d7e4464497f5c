/**
 * Chrome and its relatives, Firefox, Safari, Edge. An endpoint comes from a member and we call it: if any address were
 * allowed, members could send requests through us.
 */
const HOSTS = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];
const PARENTS = [".push.apple.com", ".notify.windows.com"];

export const ENDPOINT_MAX_LENGTH = 2_048;

/**
 * By https, at the default port, without a user name.
 * @param testService the origin of a push service on this machine, which only tests have
 */
export function isPushEndpoint(endpoint: string, testService: string | null = null): boolean {
  // Another parser might find a different host in an address with other characters.
  if (endpoint.length > ENDPOINT_MAX_LENGTH || !/^[\x21-\x5b\x5d-\x7e]+$/.test(endpoint))
    return false;
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (testService !== null && url.origin === testService) return true;
  if (url.protocol !== "https:" || url.port !== "") return false;
  return HOSTS.includes(url.host) || PARENTS.some((parent) => url.host.endsWith(parent));
}
