/**
 * The version of the words at sign-up that name what gender and preference are used for. It is stored with each consent:
 * new words are a new version.
 */
export const CONSENT_VERSION = "2026-11-22";

/** What gender and preference are used for (GDPR Art. 9): at sign-up, on the profile and in the privacy notice. */
export const CONSENT_WORDS =
  "Your gender and whom you’d like to meet decide who can be paired with whom, and nothing else; your gender also stands in your profile. Together they can tell your sexual orientation.";
