import { readStored, writeStored } from "~/app/lib/browser-storage";

const DISMISSED_KEY = "profileBannerDismissed";

/** Whether the profile banner was dismissed in this tab's session. */
export function isBannerDismissed(): boolean {
  return readStored("sessionStorage", DISMISSED_KEY) !== null;
}

export function dismissBanner(): void {
  writeStored("sessionStorage", DISMISSED_KEY, "1");
}
