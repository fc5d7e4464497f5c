/**
 * The push services of the browsers: Chrome and its relatives, Firefox, Safari, Edge. An endpoint is an address that a
 * member gives us and that we call, so any other one would be a request of the member's, made by us.
 */
const HOSTS = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];
const PARENTS = [".push.apple.com", ".notify.windows.com"];

/** The service of an endpoint, by a name for all its hosts; one that is none of them has its own host's. */
export function serviceOf(endpoint: string): string {
  const host = URL.canParse(endpoint) ? new URL(endpoint).host : "";
  return PARENTS.find((parent) => `.${host}`.endsWith(parent)) ?? host;
}

export const ENDPOINT_MAX_LENGTH = 2_048;

/**
 * Whether an endpoint is one of a browser's push service: by https, at the default port, without a user name.
 * @param testService the origin of a push service on this machine, which only a test has
 */
export function isPushEndpoint(endpoint: string, testService: string | null = null): boolean {
  // A second reader of the address must not see another host in it than this one does.
  if (endpoint.length > ENDPOINT_MAX_LENGTH || !/^[\x21-\x5b\x5d-\x7e]+$/.test(endpoint))
    return false;
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== "" || url.password !== "" || url.hash !== "") return false;
  if (testService !== null && url.origin === testService) return true;
  if (url.protocol !== "https:" || url.port !== "") return false;
  return HOSTS.includes(url.host) || PARENTS.some((parent) => url.host.endsWith(parent));
}
