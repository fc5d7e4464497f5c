-- Messages live in their conversations' objects. What a database still holds becomes changes that the objects take in.
INSERT INTO `conversation_changes` (`conversation_id`, `kind`, `detail`, `created_at`)
SELECT `conversation_id`, 'import',
  json_object('messages', json_group_array(json_object('id', `id`, 'sender_id', `sender_id`, 'content', `content`,
    'client_id', `client_id`, 'created_at', `created_at`, 'read_at', `read_at`))),
  max(`created_at`)
FROM `messages` GROUP BY `conversation_id`;
--> statement-breakpoint
DROP TABLE `messages`;
