import { readStored, writeStored } from "~/app/lib/browser-storage";

const KEYS = { profile: "profileBannerDismissed", consent: "consentBannerDismissed" };
type Banner = keyof typeof KEYS;

/** Whether a banner was dismissed in this tab's session. */
export function isBannerDismissed(banner: Banner): boolean {
  return readStored("sessionStorage", KEYS[banner]) !== null;
}

export function dismissBanner(banner: Banner): void {
  writeStored("sessionStorage", KEYS[banner], "1");
}
