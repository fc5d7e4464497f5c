import type { ActionKind, ReportReason } from "~/core/shared/constants";
import type { Standing } from "~/core/shared/contract";

/** The reasons of reports and actions in words. */
export const REASON_WORDS: Record<ReportReason, string> = {
  harassment: "Harassment or threats",
  spam: "Spam or a scam",
  inappropriate: "Inappropriate messages",
  underage: "Under 18",
  impersonation: "Impersonation",
  other: "Something else",
};
export const REASON_OPTIONS = Object.entries(REASON_WORDS).map(([value, label]) => ({
  value,
  label,
}));

export const KIND_WORDS: Record<ActionKind, string> = {
  warn: "Warning",
  suspend: "Suspension",
  ban: "Ban",
  lift: "Lift",
};

export const STANDING_WORDS: Record<Standing, string> = {
  good: "Good standing",
  warned: "Warned",
  suspended: "Suspended",
  banned: "Banned",
};

/** The tone of a badge. */
export const STANDING_TONES = {
  good: "success",
  warned: "warning",
  suspended: "accent",
  banned: "accent",
} as const;
