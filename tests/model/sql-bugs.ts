export interface SqlBug {
  /** Completes 'The model finds a Worker that …'. */
  name: string;
  change(statement: string): string;
}

/** Changes statements that contain every text of `where`. */
const inSql = (name: string, where: string[], from: string | RegExp, to: string): SqlBug => ({
  name,
  change: (statement) =>
    where.every((words) => statement.includes(words)) ? statement.replaceAll(from, to) : statement,
});

/** Typical mistakes in statements: a condition dropped, two sides swapped, a border moved. */
export const SQL_BUGS: SqlBug[] = [
  inSql(
    "has a conversation open at the moment of its end",
    ["partner_opened, p.row_number"],
    "p.expires_at > ?",
    "p.expires_at >= ?",
  ),
  inSql(
    "has a conversation in the history a moment late",
    ["p.row_number, p.message_count"],
    "p.expires_at <= ?",
    "p.expires_at < ?",
  ),
  inSql(
    "swaps who has blocked whom in a conversation",
    ["as blocked_by_viewer"],
    /b\.blocker_id = (\?|m\.id) and b\.blocked_id = (\?|m\.id)/g,
    "b.blocked_id = $1 and b.blocker_id = $2",
  ),
  inSql(
    "hides the place of one whom the reader has blocked, and shows it to one who is blocked",
    ["as blocked_by_partner"],
    "b.blocker_id = h.other_id and b.blocked_id = ",
    "b.blocked_id = h.other_id and b.blocker_id = ",
  ),
  inSql(
    "shows an earlier partner the card of their own",
    ["as card"],
    "p.user1_card, p.user2_card) as card",
    "p.user2_card, p.user1_card) as card",
  ),
  inSql(
    "reveals lines although a block came before the end",
    ["sealed_addresses"],
    "p.sealed_shut_at is null",
    "1",
  ),
  inSql(
    "reveals lines although one of the two was reported",
    ["sealed_addresses"],
    "q.created_at < p.expires_at",
    "0",
  ),
  inSql(
    "takes the partner's line back",
    ["delete from sealed_addresses"],
    "member_id = ?",
    "member_id <> ?",
  ),
  inSql(
    "counts a blocked conversation as open",
    ["as found", "from unblocked_pairings"],
    "unblocked_pairings",
    "published_pairings",
  ),
  inSql(
    "leaves a member out for one run too many after a pause",
    ["paused_until"],
    /(\w\.paused_until) > /g,
    "$1 >= ",
  ),
  inSql(
    "holds a suspension at the moment of its end",
    ["act.until"],
    "act.until > ?",
    "act.until >= ?",
  ),
  inSql(
    "does not end a suspension by a lift",
    ["later.kind = 'lift'"],
    "later.kind = 'lift'",
    "later.kind = 'none'",
  ),
  inSql(
    "has a ban again once the suspension that replaced it is over",
    ["later.kind in ('suspend', 'ban')"],
    "later.kind in ('suspend', 'ban')",
    "0",
  ),
  inSql(
    "lets the admin who took an action decide its appeal",
    ["update appeals"],
    "a.admin_id = ?",
    "a.admin_id is null and 0 = ?",
  ),
  inSql(
    "ends the asking session with the others",
    ["delete from sessions where member_id = "],
    /and id <> \?/g,
    "and id <> '' || substr(?, 1, 0)",
  ),
  inSql(
    "takes the day off from the first run of a date",
    ["as day_off"],
    "order by r.started_at desc limit 1",
    "order by r.started_at limit 1",
  ),
];
