import { PAUSE_FAILED, PAUSE_INTENT } from "~/app/features/notices/next-runs";

export const STAR_INTENT = "star";
export const TRIGGER_INTENT = "trigger-pairings";

/** Shown if the server or the network fails. Every other error has its own text. */
export const HOME_FAILED = {
  [STAR_INTENT]: "Your favourite could not be saved",
  [PAUSE_INTENT]: PAUSE_FAILED,
  [TRIGGER_INTENT]: "Failed to trigger daily pairings",
};

/** With this value of the query parameter `dialog`, the page opens the question before a reset. */
export const RESET_DIALOG = "reset";
