ALTER TABLE `audit_events` ADD `admin_digest` text;--> statement-breakpoint
ALTER TABLE `member_actions` ADD `admin_digest` text;