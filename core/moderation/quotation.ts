import type { StoredMessage } from "~/core/ports";
import { toIso } from "~/core/shared/age";

/** Length of the part of a message that is added to a report, in code points. */
const QUOTATION_LENGTH = 300;

/** Quotes a message that the reporter names later in the details of the open report, because its evidence is already sealed. */
export function addQuotation(
  details: string | null,
  messages: StoredMessage[],
  messageId: string | null,
): string | null {
  const message = messages.find(({ id }) => id === messageId);
  if (!message) return details;
  const words = [...message.content].slice(0, QUOTATION_LENGTH).join("");
  return `${details ? `${details}\n` : ""}About the message of ${toIso(message.created_at)}: ${words}`;
}
