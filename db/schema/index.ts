/*
 * Instants are integers, milliseconds since 1970; dates are `YYYY-MM-DD`; ids are opaque text. All rows of a member
 * refer to `members` by a cascading foreign key (D1 enforces them), so that deleting the one row deletes all of them.
 * Every foreign key has an index that its cascade uses.
 */
export * from "./members";
export * from "./moderation";
export * from "./notifications";
export * from "./operations";
export * from "./pairings";
export * from "./views";
