/**
 * The version of the text at sign-up that states the use of gender and preference. It is stored with each consent, so a
 * new text needs a new version.
 */
export const CONSENT_VERSION = "2026-11-28";

/** Purpose of gender and preference (GDPR Art. 9), as the settings, the banner and the privacy notice state it. */
export const CONSENT_WORDS =
  "Your gender and whom you’d like to meet decide who can be paired with whom, and nothing else; your match sees your gender. Together they can tell your sexual orientation.";

/** {@link CONSENT_WORDS} in two lines, at sign-up: the same use, of the same version, with the action that gives consent. */
export const SIGN_UP_CONSENT =
  "Used only to pair you; your match sees your gender. Together they can tell your sexual orientation: choosing is your consent.";
