import { toIso } from "~/core/shared/age";
import type { MessageDto } from "~/core/shared/contract";
import type { StoredMessage } from "./objects";

export interface Sender {
  id: string;
  name: string;
  avatar: string | null;
}

/** @param viewerId only the sender gets the `client_id`, because it is the sender's own key (docs/rules.md#partner) */
export function toMessageDto(message: StoredMessage, sender: Sender, viewerId: string): MessageDto {
  const createdAt = toIso(message.created_at);
  return {
    message_id: message.id,
    content: message.content,
    sender_id: message.sender_id,
    sender_name: sender.name,
    sender_avatar: sender.avatar,
    created_at: createdAt,
    sent_at: createdAt,
    is_read: message.read_at !== null,
    client_id: message.sender_id === viewerId ? message.client_id : null,
  };
}
