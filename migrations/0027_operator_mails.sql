CREATE TABLE `__new_local_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`headers` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_local_mails`("id", "member_id", "recipient", "subject", "text", "html", "headers", "created_at") SELECT "id", "member_id", "recipient", "subject", "text", "html", "headers", "created_at" FROM `local_mails`;--> statement-breakpoint
DROP TABLE `local_mails`;--> statement-breakpoint
ALTER TABLE `__new_local_mails` RENAME TO `local_mails`;--> statement-breakpoint
CREATE INDEX `local_mails_member_id_idx` ON `local_mails` (`member_id`);--> statement-breakpoint
CREATE INDEX `local_mails_created_at_idx` ON `local_mails` (`created_at`);