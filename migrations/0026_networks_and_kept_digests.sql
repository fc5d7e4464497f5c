ALTER TABLE `member_networks` ADD `site_digest` text;--> statement-breakpoint
CREATE INDEX `kept_digests_fresh_idx` ON `kept_digests` (`created_at`) WHERE "kept_digests"."kind" in ('address', 'bar');