import type { MessageDto } from "~/core/shared/contract";

/**
 * Makes a message, by default an unread one from the partner.
 * @param at milliseconds since 1970; a later message has a greater id
 */
export function messageDto(at: number, fields: Partial<MessageDto> = {}): MessageDto {
  const created_at = new Date(at).toISOString();
  return {
    message_id: `${String(at).padStart(12, "0")}-x`,
    content: `words at ${at}`,
    sender_id: "you",
    sender_name: "Yuri",
    sender_avatar: null,
    created_at,
    sent_at: created_at,
    is_read: false,
    client_id: null,
    ...fields,
  };
}
