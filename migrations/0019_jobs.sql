CREATE TABLE `jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`conversation_id` text,
	`kind` text NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT 0 NOT NULL,
	`last_error` text,
	`parked_at` integer
);
--> statement-breakpoint
CREATE INDEX `jobs_conversation_id_idx` ON `jobs` (`conversation_id`);--> statement-breakpoint
CREATE INDEX `jobs_next_attempt_at_idx` ON `jobs` (`next_attempt_at`);
--> statement-breakpoint
-- The ids go on above every number that an object has seen, those of `conversation_changes` included.
INSERT INTO `jobs` (`id`, `kind`, `created_at`) VALUES (unixepoch(), 'close_ended', 0);
--> statement-breakpoint
DELETE FROM `jobs`;
