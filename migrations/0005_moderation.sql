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
CREATE UNIQUE INDEX `appeals_action_id_idx` ON `appeals` (`action_id`);--> statement-breakpoint
CREATE INDEX `appeals_created_at_idx` ON `appeals` (`created_at`);--> statement-breakpoint
CREATE INDEX `appeals_decided_by_idx` ON `appeals` (`decided_by`);--> statement-breakpoint
CREATE TABLE `banned_emails` (
	`email_digest` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`until` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `banned_emails_member_id_idx` ON `banned_emails` (`member_id`);--> statement-breakpoint
CREATE INDEX `banned_emails_until_idx` ON `banned_emails` (`until`);--> statement-breakpoint
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
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`admin_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_actions_id_idx` ON `member_actions` (`id`);--> statement-breakpoint
CREATE INDEX `member_actions_member_id_sequence_idx` ON `member_actions` (`member_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `member_actions_admin_id_idx` ON `member_actions` (`admin_id`);--> statement-breakpoint
CREATE INDEX `member_actions_created_at_idx` ON `member_actions` (`created_at`);--> statement-breakpoint
CREATE TABLE `__new_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`reporter_id` text NOT NULL,
	`reported_id` text,
	`reported_name` text,
	`reported_digest` text,
	`reported_deleted_at` integer,
	`conversation_id` text,
	`reason` text NOT NULL,
	`details` text,
	`added_at` text DEFAULT '[]' NOT NULL,
	`evidence` text NOT NULL,
	`seal` text,
	`status` text DEFAULT 'open' NOT NULL,
	`outcome` text,
	`note` text,
	`resolved_by` text,
	`created_at` integer NOT NULL,
	`updated_at` integer DEFAULT 0 NOT NULL,
	`resolved_at` integer,
	`urgency` integer GENERATED ALWAYS AS (((case status when 'open' then 0 else 3 end) + (case reason when 'underage' then 0 when 'harassment' then 1 else 2 end))) VIRTUAL,
	FOREIGN KEY (`reporter_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reported_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`resolved_by`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_reports`("id", "reporter_id", "reported_id", "reported_name", "conversation_id", "reason", "details", "evidence", "status", "created_at", "resolved_at") SELECT r."id", r."reporter_id", r."reported_id", m."name", r."conversation_id", r."reason", r."details", r."evidence", r."status", r."created_at", r."resolved_at" FROM `reports` r LEFT JOIN `members` m ON m."id" = r."reported_id";--> statement-breakpoint
DROP TABLE `reports`;--> statement-breakpoint
ALTER TABLE `__new_reports` RENAME TO `reports`;--> statement-breakpoint
CREATE INDEX `reports_reporter_id_created_at_idx` ON `reports` (`reporter_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reports_reporter_id_updated_at_idx` ON `reports` (`reporter_id`,`updated_at`);--> statement-breakpoint
CREATE INDEX `reports_reported_id_status_idx` ON `reports` (`reported_id`,`status`);--> statement-breakpoint
CREATE INDEX `reports_resolved_by_idx` ON `reports` (`resolved_by`);--> statement-breakpoint
CREATE INDEX `reports_created_at_idx` ON `reports` (`created_at`);--> statement-breakpoint
CREATE INDEX `reports_urgency_idx` ON `reports` (`urgency`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_reason_urgency_idx` ON `reports` (`reason`,`urgency`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `reports_reported_deleted_at_idx` ON `reports` (`reported_deleted_at`) WHERE "reports"."reported_deleted_at" is not null;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `subject_id` text REFERENCES members(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `audit_events` ADD `object_id` text;--> statement-breakpoint
CREATE INDEX `audit_events_subject_id_idx` ON `audit_events` (`subject_id`);--> statement-breakpoint
ALTER TABLE `day_offs` ADD `ended_early` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `pairing_runs` ADD `admin_id` text REFERENCES members(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `pairing_runs_admin_id_idx` ON `pairing_runs` (`admin_id`);--> statement-breakpoint
CREATE INDEX `members_created_at_idx` ON `members` (`created_at`);--> statement-breakpoint
CREATE TRIGGER `member_actions_unchanged` BEFORE UPDATE OF `sequence`, `id`, `member_id`, `kind`, `reason`, `text`, `note`, `report_id`, `lifts_id`, `until`, `created_at` ON `member_actions` BEGIN SELECT RAISE(ABORT, 'actions are only ever added'); END;
