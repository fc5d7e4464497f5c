CREATE TABLE `audit_events` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text,
	`action` text NOT NULL,
	`rows` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`admin_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `audit_events_created_at_idx` ON `audit_events` (`created_at`);--> statement-breakpoint
CREATE INDEX `audit_events_admin_id_idx` ON `audit_events` (`admin_id`);--> statement-breakpoint
CREATE TABLE `blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`blocker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocks_blocker_id_blocked_id_idx` ON `blocks` (`blocker_id`,`blocked_id`);--> statement-breakpoint
CREATE INDEX `blocks_blocked_id_idx` ON `blocks` (`blocked_id`,`blocker_id`);--> statement-breakpoint
CREATE INDEX `blocks_created_at_idx` ON `blocks` (`created_at`);--> statement-breakpoint
CREATE TABLE `day_offs` (
	`run_id` text NOT NULL,
	`member_id` text NOT NULL,
	PRIMARY KEY(`run_id`, `member_id`),
	FOREIGN KEY (`run_id`) REFERENCES `pairing_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `day_offs_member_id_idx` ON `day_offs` (`member_id`);--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`dob` text NOT NULL,
	`gender` text,
	`preferred_match_gender` text,
	`avatar_url` text,
	`location` text,
	`bio` text,
	`timezone` text,
	`latitude` real,
	`longitude` real,
	`distance_preference` integer,
	`minimum_age_preference` integer,
	`maximum_age_preference` integer,
	`is_admin` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_email_idx` ON `members` (`email`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` text PRIMARY KEY NOT NULL,
	`conversation_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`content` text NOT NULL,
	`client_id` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `pairings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_conversation_id_created_at_idx` ON `messages` (`conversation_id`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `messages_conversation_id_sender_id_client_id_idx` ON `messages` (`conversation_id`,`sender_id`,`client_id`) WHERE "messages"."client_id" is not null;--> statement-breakpoint
CREATE INDEX `messages_sender_id_created_at_idx` ON `messages` (`sender_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `messages_unread_idx` ON `messages` (`conversation_id`,`sender_id`) WHERE "messages"."read_at" is null;--> statement-breakpoint
CREATE TABLE `pairing_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`run_key` text NOT NULL,
	`date` text NOT NULL,
	`trigger` text NOT NULL,
	`state` text NOT NULL,
	`lease_until` integer NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`seed` text NOT NULL,
	`members` integer DEFAULT 0 NOT NULL,
	`pairs` integer DEFAULT 0 NOT NULL,
	`unmatched` integer DEFAULT 0 NOT NULL,
	`repeats` integer DEFAULT 0 NOT NULL,
	`proven_maximum` integer DEFAULT false NOT NULL,
	`started_at` integer NOT NULL,
	`published_at` integer,
	`duration_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairing_runs_run_key_idx` ON `pairing_runs` (`run_key`);--> statement-breakpoint
CREATE INDEX `pairing_runs_date_idx` ON `pairing_runs` (`date`,`started_at`);--> statement-breakpoint
CREATE TABLE `pairings` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`user1_id` text NOT NULL,
	`user2_id` text NOT NULL,
	`pairing_date` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `pairing_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user1_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user2_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pairings_two_members_check" CHECK("pairings"."user1_id" <> "pairings"."user2_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_run_id_user1_id_idx` ON `pairings` (`run_id`,`user1_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_run_id_user2_id_idx` ON `pairings` (`run_id`,`user2_id`);--> statement-breakpoint
CREATE INDEX `pairings_user1_id_expires_at_idx` ON `pairings` (`user1_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `pairings_user2_id_expires_at_idx` ON `pairings` (`user2_id`,`expires_at`);--> statement-breakpoint
CREATE INDEX `pairings_expires_at_idx` ON `pairings` (`expires_at`);--> statement-breakpoint
CREATE INDEX `pairings_pairing_date_idx` ON `pairings` (`pairing_date`);--> statement-breakpoint
CREATE TABLE `registration_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`address_digest` text NOT NULL,
	`attempted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `registration_attempts_key_idx` ON `registration_attempts` (`address_digest`,`attempted_at`);--> statement-breakpoint
CREATE INDEX `registration_attempts_attempted_at_idx` ON `registration_attempts` (`attempted_at`);--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`reported_id` text NOT NULL,
	`conversation_id` text,
	`reason` text NOT NULL,
	`details` text,
	`evidence` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	FOREIGN KEY (`reporter_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reported_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reports_reporter_id_created_at_idx` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_reported_id_idx` ON `reports` (`reported_id`);--> statement-breakpoint
CREATE INDEX `reports_created_at_idx` ON `reports` (`created_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_member_id_idx` ON `sessions` (`member_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires_at_idx` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sign_in_attempts` (
	`id` integer PRIMARY KEY NOT NULL,
	`email_digest` text NOT NULL,
	`address_digest` text NOT NULL,
	`attempted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sign_in_attempts_key_idx` ON `sign_in_attempts` (`email_digest`,`address_digest`,`attempted_at`);--> statement-breakpoint
CREATE INDEX `sign_in_attempts_attempted_at_idx` ON `sign_in_attempts` (`attempted_at`);