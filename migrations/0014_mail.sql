CREATE TABLE `local_mails` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`headers` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `local_mails_member_id_idx` ON `local_mails` (`member_id`);--> statement-breakpoint
CREATE INDEX `local_mails_created_at_idx` ON `local_mails` (`created_at`);--> statement-breakpoint
CREATE TABLE `mail_tokens` (
	`digest` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_tokens_member_id_purpose_idx` ON `mail_tokens` (`member_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `mail_tokens_expires_at_idx` ON `mail_tokens` (`expires_at`);--> statement-breakpoint
ALTER TABLE `members` ADD `email_verified_at` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `wants_notices` integer DEFAULT true NOT NULL;--> statement-breakpoint
-- Whoever is a member already counts as verified: nobody has asked them before, and nobody shall miss a day for it.
UPDATE `members` SET `email_verified_at` = `created_at`;
