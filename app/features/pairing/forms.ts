import { PAUSE_FAILED, PAUSE_INTENT } from "~/app/features/notices/next-runs";

export const STAR_INTENT = "star";
export const TRIGGER_INTENT = "trigger-pairings";

/** Shown if neither the service nor the network has a better error (docs/rules.md#failures). */
export const HOME_FAILED = {
  [STAR_INTENT]: "Your favourite could not be saved",
  [PAUSE_INTENT]: PAUSE_FAILED,
  [TRIGGER_INTENT]: "Failed to trigger daily pairings",
};

/** The value of `?dialog=` that opens the question before a reset. */
export const RESET_DIALOG = "reset";
