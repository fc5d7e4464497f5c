import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { members } from "./members";

/** What the operator or the product stores about this database itself. */
export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/**
 * The numbers of the transparency page, written once when their period is over. They name no member and are kept.
 */
export const transparency = sqliteTable("transparency", {
  /** `YYYY-MM-DD` for a day's run, `YYYY-MM` for a month. */
  period: text().primaryKey(),
  /** JSON: see `core/operations/transparency.ts`. */
  content: text().notNull(),
  computedAt: integer("computed_at").notNull(),
});

/**
 * Counters of all limits that can't be counted from another table. A key has one row, which begins a new window when
 * the last one has ended. Keys of addresses and e-mails are keyed digests.
 */
export const rateWindows = sqliteTable(
  "rate_windows",
  {
    key: text().primaryKey(),
    /** Null for a limit of an address or an e-mail. */
    memberId: text("member_id").references(() => members.id, { onDelete: "cascade" }),
    startedAt: integer("started_at").notNull(),
    endsAt: integer("ends_at").notNull(),
    count: integer().notNull(),
    bytes: integer().notNull().default(0),
  },
  (table) => [
    index("rate_windows_member_id_idx").on(table.memberId),
    index("rate_windows_ends_at_idx").on(table.endsAt),
  ],
);
