import { BACKUP_DAYS, EVIDENCE_MESSAGES, LEFT_CONVERSATION_DAYS } from "./constants";

export const PROMISES = {
  deletion:
    "Deleting your account removes your profile, your preferences and all your conversations at once, also for those you talked to.",
  afterDeletion: `Blocks, a suspension, an open report and whom you met lately still count if you come back with the same e-mail address, and for ${LEFT_CONVERSATION_DAYS} days your last partners can report what you wrote.`,
  backups: `Backups are used for nothing else, and yours is gone from them after ${BACKUP_DAYS} days at most.`,
  place: "Your position is rounded to about 11 km before it is stored.",
  appeal: "Whenever possible, someone else reads your appeal.",
  report: `A person reads every report, the most urgent first. The last ${EVIDENCE_MESSAGES} messages are kept with it, and the other member isn’t told who reported them.`,
  block:
    "The conversation ends at once for both of you, and you are not paired again unless you undo it.",
  blockSeen: "They will see that you closed the conversation.",
} as const;

/** The landing page recognises a deletion by this text (docs/rules.md#failures). */
export const ACCOUNT_DELETED = "Your account has been successfully deleted";
