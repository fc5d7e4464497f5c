export const END_SESSIONS_INTENT = "end-sessions";
export const GIVE_CONSENT_INTENT = "give-consent";
export const WITHDRAW_CONSENT_INTENT = "withdraw-consent";
export const ACCEPT_NEWCOMERS_INTENT = "accept-newcomers";

const CONSENT_FAILED = "Your consent could not be stored";

/** The error of each form, if neither the service nor the network has a better one. */
export const FAILED = {
  [END_SESSIONS_INTENT]: "Failed to sign out elsewhere",
  [GIVE_CONSENT_INTENT]: CONSENT_FAILED,
  [WITHDRAW_CONSENT_INTENT]: CONSENT_FAILED,
  [ACCEPT_NEWCOMERS_INTENT]: "Your wish could not be ended",
};
