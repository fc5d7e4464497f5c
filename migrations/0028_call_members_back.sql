CREATE TABLE `reminders` (
	`member_id` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`changed_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`sent_on` text,
	`unanswered` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reminders_due_at_idx` ON `reminders` (`due_at`) WHERE "reminders"."is_on" = 1;--> statement-breakpoint
ALTER TABLE `notification_settings` ADD `envelope` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `sealed_addresses_updated_at_idx` ON `sealed_addresses` (`updated_at`);