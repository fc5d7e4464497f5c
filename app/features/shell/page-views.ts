import { readStored, writeStored } from "~/app/lib/browser-storage";

export type Consent = "accepted" | "declined";

const CONSENT_KEY = "cookieConsent";

declare global {
  interface Window {
    /** The analytics property: true switches the counting of page views off (docs/rules.md#screens). */
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

/** Switches the counting on for an accepted choice, and off for any other. */
export function applyConsent(consent: Consent | null): void {
  window.happenstanceAnalyticsDisabled = consent !== "accepted";
}

/**
 * Counts the page that is shown, if the reader allowed it.
 * @param route the route's name, such as `routes/conversation.$conversationId`: no address, no id, no cookie of its own
 */
export function countPageView(route: string): void {
  // Consent is read from the storage too, and not from the property alone: another tab may have answered since.
  if (readConsent() !== "accepted" || window.happenstanceAnalyticsDisabled) return;
  navigator.sendBeacon("/page-views", new URLSearchParams({ route }));
}
