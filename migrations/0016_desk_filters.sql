ALTER TABLE `reports` ADD `is_repeat` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `reports` SET `is_repeat` = 1 WHERE EXISTS (
	SELECT 1 FROM `reports` o WHERE o.`reported_id` = `reports`.`reported_id` AND o.`created_at` < `reports`.`created_at`
);--> statement-breakpoint
CREATE INDEX `reports_repeat_idx` ON `reports` (`urgency`,`created_at`,`id`) WHERE "reports"."is_repeat" = 1;--> statement-breakpoint
CREATE INDEX `appeals_waiting_idx` ON `appeals` (`created_at`,`id`) WHERE "appeals"."decision" is null;--> statement-breakpoint
CREATE INDEX `members_admin_idx` ON `members` (`id`) WHERE "members"."is_admin" = 1;