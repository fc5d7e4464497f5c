ALTER TABLE `pairings` ADD `first_line` text;--> statement-breakpoint
ALTER TABLE `pairings` ADD `user1_starred` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `pairings` ADD `user2_starred` integer DEFAULT false NOT NULL;