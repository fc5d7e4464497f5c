CREATE TABLE `kept_digests` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`digest` text,
	`key_id` text DEFAULT 'legacy' NOT NULL,
	`subject` text,
	`subject_id` text,
	`other` text,
	`other_id` text,
	`created_at` integer NOT NULL,
	`until` integer NOT NULL,
	FOREIGN KEY (`subject_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`other_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `kept_digests_digest_idx` ON `kept_digests` (`digest`);--> statement-breakpoint
CREATE INDEX `kept_digests_subject_idx` ON `kept_digests` (`subject`);--> statement-breakpoint
CREATE INDEX `kept_digests_subject_id_idx` ON `kept_digests` (`subject_id`);--> statement-breakpoint
CREATE INDEX `kept_digests_other_idx` ON `kept_digests` (`other`);--> statement-breakpoint
CREATE INDEX `kept_digests_other_id_idx` ON `kept_digests` (`other_id`);--> statement-breakpoint
CREATE INDEX `kept_digests_kind_idx` ON `kept_digests` (`kind`);--> statement-breakpoint
CREATE INDEX `kept_digests_until_idx` ON `kept_digests` (`until`);--> statement-breakpoint
CREATE TABLE `left_conversations` (
	`conversation_id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`subject` text NOT NULL,
	`key_id` text DEFAULT 'legacy' NOT NULL,
	`messages` text,
	`report_id` text,
	`until` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `left_conversations_member_id_idx` ON `left_conversations` (`member_id`);--> statement-breakpoint
CREATE INDEX `left_conversations_until_idx` ON `left_conversations` (`until`);--> statement-breakpoint
ALTER TABLE `blocks` ADD `left_id` text;