ALTER TABLE `reports` ADD `claimed_by` text REFERENCES members(id) ON DELETE SET NULL;--> statement-breakpoint
CREATE INDEX `reports_claimed_by_idx` ON `reports` (`claimed_by`);
