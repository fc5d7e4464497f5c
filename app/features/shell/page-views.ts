import { readStored, writeStored } from "~/app/lib/browser-storage";

export type Consent = "accepted" | "declined";

const CONSENT_KEY = "cookieConsent";

declare global {
  interface Window {
    /** If true, no page view is counted. */
    happenstanceAnalyticsDisabled?: boolean;
  }
}

export function readConsent(): Consent | null {
  const stored = readStored("localStorage", CONSENT_KEY);
  return stored === "accepted" || stored === "declined" ? stored : null;
}

export function storeConsent(consent: Consent): void {
  writeStored("localStorage", CONSENT_KEY, consent);
}

export function applyConsent(consent: Consent | null): void {
  window.happenstanceAnalyticsDisabled = consent !== "accepted";
}

/**
 * Counts a view of the current page if the reader allowed counting.
 * @param route the route's name without any id, for example `routes/conversation.$conversationId`
 */
export function countPageView(route: string): void {
  if (readConsent() !== "accepted" || window.happenstanceAnalyticsDisabled) return;
  navigator.sendBeacon("/page-views", new URLSearchParams({ route }));
}
