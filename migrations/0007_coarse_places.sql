CREATE TABLE `sealed_addresses` (
	`conversation_id` text NOT NULL,
	`member_id` text NOT NULL,
	`address` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`conversation_id`, `member_id`),
	FOREIGN KEY (`conversation_id`) REFERENCES `pairings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sealed_addresses_member_id_idx` ON `sealed_addresses` (`member_id`);--> statement-breakpoint
ALTER TABLE `pairings` ADD `user1_card` text;--> statement-breakpoint
ALTER TABLE `pairings` ADD `user2_card` text;--> statement-breakpoint
ALTER TABLE `pairings` ADD `sealed_shut_at` integer;--> statement-breakpoint
UPDATE `members` SET
	`location` = iif(`location` = printf('Location at %.4f, %.4f', `latitude`, `longitude`),
		printf('Location at %.4f, %.4f', round(`latitude`, 1) + 0.0, round(`longitude`, 1) + 0.0), `location`),
	`latitude` = round(`latitude`, 1) + 0.0,
	`longitude` = round(`longitude`, 1) + 0.0
WHERE `latitude` IS NOT NULL OR `longitude` IS NOT NULL;--> statement-breakpoint
UPDATE `pairings` SET
	`user1_card` = (SELECT json_object('name', m.`name`, 'avatar_url', m.`avatar_url`, 'gender', m.`gender`,
		'location', m.`location`, 'latitude', m.`latitude`, 'longitude', m.`longitude`,
		'age', substr(`pairing_date`, 1, 4) - substr(m.`dob`, 1, 4) - (substr(`pairing_date`, 6) < substr(m.`dob`, 6)))
		FROM `members` m WHERE m.`id` = `user1_id`),
	`user2_card` = (SELECT json_object('name', m.`name`, 'avatar_url', m.`avatar_url`, 'gender', m.`gender`,
		'location', m.`location`, 'latitude', m.`latitude`, 'longitude', m.`longitude`,
		'age', substr(`pairing_date`, 1, 4) - substr(m.`dob`, 1, 4) - (substr(`pairing_date`, 6) < substr(m.`dob`, 6)))
		FROM `members` m WHERE m.`id` = `user2_id`)
WHERE `user1_card` IS NULL;
