import { readStored, writeStored } from "~/app/lib/browser-storage";

const KEY = "profileBannerDismissed";

/** Whether the banner was dismissed in this tab's session. */
export const isBannerDismissed = (): boolean => readStored("sessionStorage", KEY) !== null;

export function dismissBanner(): void {
  writeStored("sessionStorage", KEY, "1");
}
