import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { members } from "./members";

export const settings = sqliteTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/**
 * A day's row is written after the day's run is published, and a month's row when the month is over. The figures name
 * no member.
 */
export const transparency = sqliteTable("transparency", {
  /** `YYYY-MM-DD` for a run, `YYYY-MM` for a month. */
  period: text().primaryKey(),
  content: text().notNull(),
  computedAt: integer("computed_at").notNull(),
});

/** Counters of limits that no other table can count. IP addresses and e-mails are in the keys only as keyed digests. */
export const rateWindows = sqliteTable(
  "rate_windows",
  {
    key: text().primaryKey(),
    /** Null for a limit of an IP address or an e-mail. */
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
