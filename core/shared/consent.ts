/**
 * Stored with each consent. A change of the text about gender and preference needs a new version, and new consent from
 * each member.
 */
export const CONSENT_VERSION = "2026-11-28";

/** GDPR Art. 9 requires explicit consent. */
export const CONSENT_WORDS =
  "Your gender and whom you’d like to meet decide who can be paired with whom, and nothing else; your match sees your gender. Together they can tell your sexual orientation.";

/** Shown at sign-up in place of {@link CONSENT_WORDS}. */
export const SIGN_UP_CONSENT =
  "Used only to pair you; your match sees your gender. Together they can tell your sexual orientation: choosing is your consent.";
