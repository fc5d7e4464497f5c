DROP INDEX `reports_reporter_id_updated_at_idx`;--> statement-breakpoint
ALTER TABLE `reports` DROP COLUMN `added_at`;--> statement-breakpoint
ALTER TABLE `reports` DROP COLUMN `updated_at`;