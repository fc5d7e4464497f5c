CREATE TABLE `member_networks` (
	`member_id` text NOT NULL,
	`network_digest` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `network_digest`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `member_networks_last_seen_at_idx` ON `member_networks` (`last_seen_at`);--> statement-breakpoint
CREATE TABLE `rate_windows` (
	`key` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`started_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`count` integer NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `rate_windows_member_id_idx` ON `rate_windows` (`member_id`);--> statement-breakpoint
CREATE INDEX `rate_windows_ends_at_idx` ON `rate_windows` (`ends_at`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_seen_at` integer;--> statement-breakpoint
ALTER TABLE `sessions` ADD `reauthenticated_at` integer;