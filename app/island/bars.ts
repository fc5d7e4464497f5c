import { dismissBanner, isBannerDismissed } from "~/app/features/shell/banner-dismissal";
import {
  applyConsent,
  type Consent,
  readConsent,
  storeConsent,
} from "~/app/features/shell/page-views";

const findBar = (name: string) => document.querySelector<HTMLElement>(`[data-island=${name}]`);

export function askForConsent(): void {
  const bar = findBar("consent");
  if (!bar || readConsent() !== null) return;
  bar.hidden = false;
  for (const button of bar.querySelectorAll<HTMLElement>("[data-consent]")) {
    button.addEventListener("click", () => {
      const consent = button.dataset.consent as Consent;
      storeConsent(consent);
      applyConsent(consent);
      bar.hidden = true;
    });
  }
}

export function keepProfileBanner(): void {
  const banner = findBar("profile-banner");
  if (!banner || isBannerDismissed()) return;
  banner.hidden = false;
  for (const control of banner.querySelectorAll("[data-dismiss]")) {
    control.addEventListener("click", () => {
      dismissBanner();
      banner.hidden = true;
    });
  }
}
