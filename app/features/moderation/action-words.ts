import type { ActionKind } from "~/core/shared/constants";
import type { Standing } from "~/core/shared/contract";
import { REASON_WORDS } from "~/core/shared/reason-words";

export { REASON_WORDS };

export const OUTCOME_WORDS = { acted: "Acted on", no_breach: "No breach" } as const;

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

export const STANDING_TONES = {
  good: "success",
  warned: "warning",
  suspended: "accent",
  banned: "accent",
} as const;
