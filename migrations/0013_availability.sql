CREATE TABLE `calendar_feeds` (
	`member_id` text PRIMARY KEY NOT NULL,
	`token_digest` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feeds_token_digest_idx` ON `calendar_feeds` (`token_digest`);--> statement-breakpoint
ALTER TABLE `members` ADD `paused_from` text;--> statement-breakpoint
ALTER TABLE `members` ADD `paused_until` text;--> statement-breakpoint
ALTER TABLE `members` ADD `last_seen_on` text;--> statement-breakpoint
ALTER TABLE `members` ADD `absence_told_on` text;--> statement-breakpoint
ALTER TABLE `pairings` ADD `user1_opened` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `pairings` ADD `user2_opened` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `pairings` ADD `message_count` integer;--> statement-breakpoint
DROP VIEW `published_pairings`;--> statement-breakpoint
DROP VIEW `unblocked_pairings`;--> statement-breakpoint
CREATE VIEW `published_pairings` AS select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.user1_opened, p.user2_opened, p.message_count, p.rowid as row_number
      from pairings p
      where exists(select 1 from pairing_runs r where r.id = p.run_id and r.state = 'published');--> statement-breakpoint
CREATE VIEW `unblocked_pairings` AS select p.id, p.run_id, p.user1_id, p.user2_id, p.pairing_date, p.expires_at, p.user1_card,
        p.user2_card, p.user1_opened, p.user2_opened, p.message_count, p.row_number
      from published_pairings p
      where not exists(select 1 from blocks b where b.blocker_id = p.user1_id and b.blocked_id = p.user2_id)
        and not exists(select 1 from blocks b where b.blocker_id = p.user2_id and b.blocked_id = p.user1_id);--> statement-breakpoint
UPDATE `members` SET `last_seen_on` = date('now');
