CREATE TABLE `audit_events` (
	`id` text PRIMARY KEY NOT NULL,
	`admin_id` text,
	`action` text NOT NULL,
	`rows` integer NOT NULL,
	`created_at` integer NOT NULL,
	`subject_id` text REFERENCES members(id) ON DELETE set null,
	`object_id` text,
	`admin_digest` text,
	FOREIGN KEY (`admin_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `blocks` (
	`id` text PRIMARY KEY NOT NULL,
	`blocker_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`left_id` text,
	FOREIGN KEY (`blocker_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`blocked_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `day_offs` (
	`run_id` text NOT NULL,
	`member_id` text NOT NULL,
	`ended_early` integer DEFAULT false NOT NULL,
	`counted` integer,
	PRIMARY KEY(`run_id`, `member_id`),
	FOREIGN KEY (`run_id`) REFERENCES `pairing_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
	`created_at` integer NOT NULL,
	`paused_from` text,
	`paused_until` text,
	`last_seen_on` text,
	`absence_told_on` text,
	`email_verified_at` integer,
	`took_part` integer DEFAULT false NOT NULL,
	`wants_notices` integer DEFAULT true NOT NULL,
	`waited` integer DEFAULT 0 NOT NULL,
	`waited_before` integer DEFAULT 0 NOT NULL,
	`waited_on` text,
	`languages` text DEFAULT '[]' NOT NULL,
	`zone` text,
	`newcomers_away_since` integer,
	`newcomers_away_until` integer,
	`search_name` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
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
	`duration_ms` integer,
	`admin_id` text REFERENCES members(id) ON DELETE set null,
	`waits` text
);
--> statement-breakpoint
CREATE TABLE `pairings` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`user1_id` text NOT NULL,
	`user2_id` text NOT NULL,
	`pairing_date` text NOT NULL,
	`expires_at` integer NOT NULL,
	`user1_card` text,
	`user2_card` text,
	`sealed_shut_at` integer,
	`user1_opened` integer DEFAULT false NOT NULL,
	`user2_opened` integer DEFAULT false NOT NULL,
	`message_count` integer,
	`first_line` text,
	`user1_starred` integer DEFAULT false NOT NULL,
	`user2_starred` integer DEFAULT false NOT NULL,
	`user1_counted` integer DEFAULT true NOT NULL,
	`user2_counted` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `pairing_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user1_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user2_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "pairings_two_members_check" CHECK("pairings"."user1_id" <> "pairings"."user2_id")
);
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_seen_at` integer,
	`reauthenticated_at` integer,
	`passkey_confirmed_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `run_snapshots` (
	`run_id` text NOT NULL,
	`part` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`run_id`, `part`),
	FOREIGN KEY (`run_id`) REFERENCES `pairing_runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `member_networks` (
	`member_id` text NOT NULL,
	`network_digest` text NOT NULL,
	`last_seen_at` integer NOT NULL,
	`site_digest` text,
	PRIMARY KEY(`member_id`, `network_digest`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
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
CREATE TABLE `appeals` (
	`id` text PRIMARY KEY NOT NULL,
	`action_id` text NOT NULL,
	`text` text NOT NULL,
	`decision` text,
	`answer` text,
	`decided_by` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	FOREIGN KEY (`action_id`) REFERENCES `member_actions`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`decided_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `member_actions` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`member_id` text NOT NULL,
	`admin_id` text,
	`kind` text NOT NULL,
	`reason` text NOT NULL,
	`text` text NOT NULL,
	`note` text,
	`report_id` text,
	`lifts_id` text,
	`until` integer,
	`created_at` integer NOT NULL,
	`admin_digest` text,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`admin_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`reported_id` text,
	`reported_name` text,
	`reported_digest` text,
	`reported_deleted_at` integer,
	`conversation_id` text,
	`reason` text NOT NULL,
	`details` text,
	`evidence` text NOT NULL,
	`status` text DEFAULT 'open' NOT NULL,
	`outcome` text,
	`note` text,
	`resolved_by` text,
	`created_at` integer NOT NULL,
	`resolved_at` integer,
	`urgency` integer GENERATED ALWAYS AS (((case status when 'open' then 0 else 3 end) + (case reason when 'underage' then 0 when 'harassment' then 1 else 2 end))) VIRTUAL,
	`is_repeat` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`reporter_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reported_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`resolved_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE TABLE `sealed_addresses` (
	`conversation_id` text NOT NULL,
	`member_id` text NOT NULL,
	`address` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `member_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `pairings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `consents` (
	`sequence` integer PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`kind` text NOT NULL,
	`version` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`challenge` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`session_id` text,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `transparency` (
	`period` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`computed_at` integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE `notification_settings` (
	`member_id` text PRIMARY KEY NOT NULL,
	`introduction` integer NOT NULL,
	`message` integer NOT NULL,
	`last_hour` integer NOT NULL,
	`report_answer` integer NOT NULL,
	`absence` integer NOT NULL,
	`account` integer NOT NULL,
	`envelope` integer DEFAULT true NOT NULL,
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
	`told_introduction` text,
	`told_last_hour` text,
	`told_envelope` text,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` text,
	`kind` text NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	`last_error` text
);
--> statement-breakpoint
CREATE TABLE `kept_digests` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`digest` text,
	`key_id` text NOT NULL,
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
CREATE TABLE `kept_words` (
	`conversation_id` text NOT NULL,
	`author` text NOT NULL,
	`reader_id` text NOT NULL,
	`key_id` text,
	`line` text,
	`messages` text,
	`report_id` text,
	`until` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `author`),
	FOREIGN KEY (`reader_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `local_mails` (
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
CREATE INDEX `audit_events_created_at_idx` ON `audit_events` (`created_at`);
--> statement-breakpoint
CREATE INDEX `audit_events_admin_id_idx` ON `audit_events` (`admin_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `blocks_blocker_id_blocked_id_idx` ON `blocks` (`blocker_id`,`blocked_id`);
--> statement-breakpoint
CREATE INDEX `blocks_blocked_id_idx` ON `blocks` (`blocked_id`,`blocker_id`);
--> statement-breakpoint
CREATE INDEX `blocks_created_at_idx` ON `blocks` (`created_at`);
--> statement-breakpoint
CREATE INDEX `day_offs_member_id_idx` ON `day_offs` (`member_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_email_idx` ON `members` (`email`);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairing_runs_run_key_idx` ON `pairing_runs` (`run_key`);
--> statement-breakpoint
CREATE INDEX `pairing_runs_date_idx` ON `pairing_runs` (`date`,`started_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_run_id_user1_id_idx` ON `pairings` (`run_id`,`user1_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `pairings_run_id_user2_id_idx` ON `pairings` (`run_id`,`user2_id`);
--> statement-breakpoint
CREATE INDEX `pairings_user1_id_expires_at_idx` ON `pairings` (`user1_id`,`expires_at`);
--> statement-breakpoint
CREATE INDEX `pairings_user2_id_expires_at_idx` ON `pairings` (`user2_id`,`expires_at`);
--> statement-breakpoint
CREATE INDEX `pairings_expires_at_idx` ON `pairings` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `pairings_pairing_date_idx` ON `pairings` (`pairing_date`);
--> statement-breakpoint
CREATE INDEX `sessions_member_id_idx` ON `sessions` (`member_id`);
--> statement-breakpoint
CREATE INDEX `sessions_expires_at_idx` ON `sessions` (`expires_at`);
--> statement-breakpoint
CREATE INDEX `pairing_runs_claimed_idx` ON `pairing_runs` (`lease_until`) WHERE "pairing_runs"."state" = 'claimed';
--> statement-breakpoint
CREATE INDEX `run_snapshots_part_idx` ON `run_snapshots` (`part`);
--> statement-breakpoint
CREATE INDEX `member_networks_last_seen_at_idx` ON `member_networks` (`last_seen_at`);
--> statement-breakpoint
CREATE INDEX `rate_windows_member_id_idx` ON `rate_windows` (`member_id`);
--> statement-breakpoint
CREATE INDEX `rate_windows_ends_at_idx` ON `rate_windows` (`ends_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `appeals_action_id_idx` ON `appeals` (`action_id`);
--> statement-breakpoint
CREATE INDEX `appeals_created_at_idx` ON `appeals` (`created_at`);
--> statement-breakpoint
CREATE INDEX `appeals_decided_by_idx` ON `appeals` (`decided_by`);
--> statement-breakpoint
--> statement-breakpoint
--> statement-breakpoint
CREATE UNIQUE INDEX `member_actions_id_idx` ON `member_actions` (`id`);
--> statement-breakpoint
CREATE INDEX `member_actions_member_id_sequence_idx` ON `member_actions` (`member_id`,`sequence`);
--> statement-breakpoint
CREATE INDEX `member_actions_admin_id_idx` ON `member_actions` (`admin_id`);
--> statement-breakpoint
CREATE INDEX `member_actions_created_at_idx` ON `member_actions` (`created_at`);
--> statement-breakpoint
CREATE INDEX `reports_reporter_id_created_at_idx` ON `reports` (`reporter_id`,`created_at`);
--> statement-breakpoint
CREATE INDEX `reports_reported_id_status_idx` ON `reports` (`reported_id`,`status`);
--> statement-breakpoint
CREATE INDEX `reports_resolved_by_idx` ON `reports` (`resolved_by`);
--> statement-breakpoint
CREATE INDEX `reports_created_at_idx` ON `reports` (`created_at`);
--> statement-breakpoint
CREATE INDEX `reports_urgency_idx` ON `reports` (`urgency`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `reports_reason_urgency_idx` ON `reports` (`reason`,`urgency`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `reports_reported_deleted_at_idx` ON `reports` (`reported_deleted_at`) WHERE "reports"."reported_deleted_at" is not null;
--> statement-breakpoint
CREATE INDEX `audit_events_subject_id_idx` ON `audit_events` (`subject_id`);
--> statement-breakpoint
CREATE INDEX `pairing_runs_admin_id_idx` ON `pairing_runs` (`admin_id`);
--> statement-breakpoint
CREATE INDEX `members_created_at_idx` ON `members` (`created_at`);
--> statement-breakpoint
CREATE INDEX `sealed_addresses_member_id_idx` ON `sealed_addresses` (`member_id`);
--> statement-breakpoint
CREATE INDEX `consents_member_id_sequence_idx` ON `consents` (`member_id`,`sequence`);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_session_id_idx` ON `passkey_challenges` (`session_id`);
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expires_at_idx` ON `passkey_challenges` (`expires_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential_id_idx` ON `passkeys` (`credential_id`);
--> statement-breakpoint
CREATE INDEX `passkeys_member_id_idx` ON `passkeys` (`member_id`);
--> statement-breakpoint
--> statement-breakpoint
CREATE UNIQUE INDEX `mail_tokens_member_id_purpose_idx` ON `mail_tokens` (`member_id`,`purpose`);
--> statement-breakpoint
CREATE INDEX `mail_tokens_expires_at_idx` ON `mail_tokens` (`expires_at`);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_subscriptions_endpoint_idx` ON `push_subscriptions` (`endpoint`);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_member_id_idx` ON `push_subscriptions` (`member_id`);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_session_id_idx` ON `push_subscriptions` (`session_id`);
--> statement-breakpoint
CREATE INDEX `push_subscriptions_failing_since_idx` ON `push_subscriptions` (`failing_since`) WHERE "push_subscriptions"."failing_since" is not null;
--> statement-breakpoint
CREATE INDEX `appeals_waiting_idx` ON `appeals` (`created_at`,`id`) WHERE "appeals"."decision" is null;
--> statement-breakpoint
CREATE INDEX `members_admin_idx` ON `members` (`id`) WHERE "members"."is_admin" = 1;
--> statement-breakpoint
CREATE INDEX `jobs_conversation_id_idx` ON `jobs` (`conversation_id`);
--> statement-breakpoint
CREATE INDEX `jobs_next_attempt_at_idx` ON `jobs` (`next_attempt_at`);
--> statement-breakpoint
CREATE INDEX `kept_digests_digest_idx` ON `kept_digests` (`digest`);
--> statement-breakpoint
CREATE INDEX `kept_digests_subject_idx` ON `kept_digests` (`subject`);
--> statement-breakpoint
CREATE INDEX `kept_digests_subject_id_idx` ON `kept_digests` (`subject_id`);
--> statement-breakpoint
CREATE INDEX `kept_digests_other_idx` ON `kept_digests` (`other`);
--> statement-breakpoint
CREATE INDEX `kept_digests_other_id_idx` ON `kept_digests` (`other_id`);
--> statement-breakpoint
CREATE INDEX `kept_digests_kind_idx` ON `kept_digests` (`kind`);
--> statement-breakpoint
CREATE INDEX `kept_digests_until_idx` ON `kept_digests` (`until`);
--> statement-breakpoint
CREATE INDEX `kept_words_author_idx` ON `kept_words` (`author`);
--> statement-breakpoint
CREATE INDEX `kept_words_reader_id_idx` ON `kept_words` (`reader_id`);
--> statement-breakpoint
CREATE INDEX `kept_words_until_idx` ON `kept_words` (`until`);
--> statement-breakpoint
CREATE INDEX `local_mails_member_id_idx` ON `local_mails` (`member_id`);
--> statement-breakpoint
CREATE INDEX `local_mails_created_at_idx` ON `local_mails` (`created_at`);
--> statement-breakpoint
CREATE INDEX `reminders_due_at_idx` ON `reminders` (`due_at`) WHERE "reminders"."is_on" = 1;
--> statement-breakpoint
CREATE INDEX `sealed_addresses_updated_at_idx` ON `sealed_addresses` (`updated_at`);
--> statement-breakpoint
CREATE INDEX `members_waited_idx` ON `members` (`waited`) WHERE "members"."waited" > 0;
--> statement-breakpoint
CREATE VIEW `blocked_pairs` AS select blocker_id as one_id, blocked_id as other_id, created_at from blocks
      union all select blocked_id, blocker_id, created_at from blocks;
--> statement-breakpoint
CREATE VIEW `published_pairings` AS select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.user1_opened, p.user2_opened, p.user1_counted, p.user2_counted, p.message_count, p.rowid as row_number
      from pairings p
      where exists(select 1 from pairing_runs r where r.id = p.run_id and r.state = 'published');
--> statement-breakpoint
CREATE VIEW `unblocked_pairings` AS select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.user1_opened, p.user2_opened, p.user1_counted, p.user2_counted, p.message_count, p.row_number
      from published_pairings p
      where not exists(select 1 from blocks b where b.blocker_id = p.user1_id and b.blocked_id = p.user2_id)
        and not exists(select 1 from blocks b where b.blocker_id = p.user2_id and b.blocked_id = p.user1_id);
--> statement-breakpoint
CREATE TRIGGER `member_actions_unchanged` BEFORE UPDATE OF `sequence`, `id`, `member_id`, `kind`, `reason`, `text`, `note`, `report_id`, `lifts_id`, `until`, `created_at` ON `member_actions` BEGIN SELECT RAISE(ABORT, 'actions are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER `consents_unchanged` BEFORE UPDATE ON `consents` BEGIN SELECT RAISE(ABORT, 'consents are only ever added'); END;
--> statement-breakpoint
CREATE TRIGGER `sessions_ended` AFTER DELETE ON `sessions` WHEN OLD.`expires_at` > unixepoch() * 1000 BEGIN DELETE FROM `push_subscriptions` WHERE `session_id` = OLD.`id`; END;
