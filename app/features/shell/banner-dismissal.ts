import { readStored, writeStored } from "~/app/lib/browser-storage";

const KEY = "profileBannerDismissed";

export const isBannerDismissed = (): boolean => readStored("sessionStorage", KEY) !== null;

export function dismissBanner(): void {
  writeStored("sessionStorage", KEY, "1");
}
