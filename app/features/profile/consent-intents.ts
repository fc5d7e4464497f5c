/** What the forms about the consent ask for: their `intent`. */
export const GIVE_INTENT = "give-consent";
export const WITHDRAW_INTENT = "withdraw-consent";
