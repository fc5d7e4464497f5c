-- What a Worker from before there were cards wrote: an earlier partner is made from the card alone.
UPDATE `pairings` SET
	`user1_card` = coalesce(`user1_card`, (SELECT json_object('name', m.`name`, 'avatar_url', m.`avatar_url`, 'gender', m.`gender`,
		'location', m.`location`, 'latitude', m.`latitude`, 'longitude', m.`longitude`,
		'age', substr(`pairing_date`, 1, 4) - substr(m.`dob`, 1, 4) - (substr(`pairing_date`, 6) < substr(m.`dob`, 6)))
		FROM `members` m WHERE m.`id` = `user1_id`)),
	`user2_card` = coalesce(`user2_card`, (SELECT json_object('name', m.`name`, 'avatar_url', m.`avatar_url`, 'gender', m.`gender`,
		'location', m.`location`, 'latitude', m.`latitude`, 'longitude', m.`longitude`,
		'age', substr(`pairing_date`, 1, 4) - substr(m.`dob`, 1, 4) - (substr(`pairing_date`, 6) < substr(m.`dob`, 6)))
		FROM `members` m WHERE m.`id` = `user2_id`))
WHERE `user1_card` IS NULL OR `user2_card` IS NULL;
