import type { StoredMessage } from "~/core/ports";
import { toIso } from "~/core/shared/age";

/** Length of the part of a message that is added to a report, in code points. */
const QUOTATION_LENGTH = 300;

/** Quotes a message that is named later in the details of an open report: its evidence is sealed. */
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
