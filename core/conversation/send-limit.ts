import type { SendLimit } from "~/core/ports";
import { LIMITS } from "~/core/shared/constants";
import { type AppError, tooMany } from "~/core/shared/errors";

/** The 429 of a message, for the POST and for the socket alike (contract §5). */
export function toSendRefusal({ window, retryAfterMs }: SendLimit): AppError {
  const limit = window === "pace" ? LIMITS.messagesPerSecond : LIMITS.messagesPerDay;
  return tooMany(limit.refusal, retryAfterMs);
}
