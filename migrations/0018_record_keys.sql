ALTER TABLE `banned_emails` ADD `key_id` text DEFAULT 'legacy' NOT NULL;--> statement-breakpoint
ALTER TABLE `reports` ADD `key_id` text DEFAULT 'legacy' NOT NULL;