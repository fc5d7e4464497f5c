/*
 * Instants are milliseconds since 1970; dates are `YYYY-MM-DD`. A member's rows refer to `members` by a cascading
 * foreign key, so that deleting the member deletes all of them. Every foreign key has an index for its cascade.
 */
export * from "./members";
export * from "./moderation";
export * from "./notifications";
export * from "./operations";
export * from "./pairings";
export * from "./views";
