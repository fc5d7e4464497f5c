import { MS_PER_MINUTE } from "~/core/shared/constants";

/**
 * The milliseconds by which the browser's clock is ahead of the server's. Up to a minute counts as 0, because it may be the
 * time that the page took to load.
 * @param serverNow the server's clock when it rendered the page
 */
export function clockLead(serverNow: number): number {
  const ahead = Date.now() - serverNow;
  return ahead > MS_PER_MINUTE ? ahead : 0;
}
