DROP TABLE `registration_attempts`;--> statement-breakpoint
DROP TABLE `sign_in_attempts`;