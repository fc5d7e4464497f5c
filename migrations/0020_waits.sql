ALTER TABLE `members` ADD `waited` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `waited_before` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `waited_on` text;--> statement-breakpoint
ALTER TABLE `day_offs` ADD `counted` integer;--> statement-breakpoint
ALTER TABLE `day_offs` ADD `lost_partner` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `pairing_runs` ADD `waits` text;--> statement-breakpoint
UPDATE `members` SET `waited` = 1, `waited_on` = (SELECT `date` FROM `pairing_runs` WHERE `state` = 'published' ORDER BY `date` DESC, `started_at` DESC LIMIT 1)
WHERE `id` IN (SELECT `member_id` FROM `day_offs` WHERE `run_id` = (SELECT `id` FROM `pairing_runs` WHERE `state` = 'published' ORDER BY `date` DESC, `started_at` DESC LIMIT 1));
