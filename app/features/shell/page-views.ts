import { readStored, writeStored } from "~/app/lib/browser-storage";

export type Consent = "accepted" | "declined";

const CONSENT_KEY = "cookieConsent";

declare global {
  interface Window {
    /** True turns the counting of page views off (docs/rules.md#screens). */
    happenstanceAnalyticsDisabled?: boolean;
  }
}

/** The stored choice; null when there is none yet. */
export function readConsent(): Consent | null {
  const stored = readStored("localStorage", CONSENT_KEY);
  return stored === "accepted" || stored === "declined" ? stored : null;
}

export function storeConsent(consent: Consent): void {
  writeStored("localStorage", CONSENT_KEY, consent);
}

/** Turns the counting on if the choice is 'accepted', and off otherwise. */
export function applyConsent(consent: Consent | null): void {
  window.happenstanceAnalyticsDisabled = consent !== "accepted";
}

/**
 * Counts a view of the current page if the reader allowed it.
 * @param route the route's name, such as `routes/conversation.$conversationId`. No address, id or
 * cookie is sent
 */
export function countPageView(route: string): void {
  // The stored choice is read too, because another tab may have changed it since.
  if (readConsent() !== "accepted" || window.happenstanceAnalyticsDisabled) return;
  navigator.sendBeacon("/page-views", new URLSearchParams({ route }));
}
