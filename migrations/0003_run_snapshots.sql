CREATE TABLE `run_snapshots` (
	`run_id` text NOT NULL,
	`part` integer NOT NULL,
	`content` text NOT NULL,
	PRIMARY KEY(`run_id`, `part`),
	FOREIGN KEY (`run_id`) REFERENCES `pairing_runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `run_snapshots_part_idx` ON `run_snapshots` (`part`);--> statement-breakpoint
ALTER TABLE `day_offs` DROP COLUMN `exclusions`;