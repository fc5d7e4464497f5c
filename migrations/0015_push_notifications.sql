CREATE TABLE `notification_settings` (
	`member_id` text PRIMARY KEY NOT NULL,
	`introduction` integer NOT NULL,
	`message` integer NOT NULL,
	`last_hour` integer NOT NULL,
	`report_answer` integer NOT NULL,
	`absence` integer NOT NULL,
	`account` integer NOT NULL,
	`show_words` integer NOT NULL,
	`quiet_from` integer,
	`quiet_to` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `push_subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`session_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`label` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_success_at` integer,
	`failing_since` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_idx` ON `push_subscriptions` (`endpoint`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_member_id_idx` ON `push_subscriptions` (`member_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_session_id_idx` ON `push_subscriptions` (`session_id`);--> statement-breakpoint
CREATE INDEX `push_subscriptions_failing_since_idx` ON `push_subscriptions` (`failing_since`) WHERE "push_subscriptions"."failing_since" is not null;--> statement-breakpoint
-- A session that is ended before its time takes its device's subscription along; one that has run out leaves it.
CREATE TRIGGER `sessions_ended` AFTER DELETE ON `sessions` WHEN OLD.`expires_at` > unixepoch() * 1000 BEGIN DELETE FROM `push_subscriptions` WHERE `session_id` = OLD.`id`; END;
