import type { NightBug } from "./nights";

/** Makes a bug that changes the statements which contain all texts of `where`. */
function inSql(
  seed: number,
  name: string,
  where: string[],
  from: string | RegExp,
  to: string,
): NightBug {
  const sql = (statement: string) =>
    where.every((words) => statement.includes(words)) ? statement.replaceAll(from, to) : statement;
  return { seed, name, sql };
}

const CANDIDATES = "m.created_at as createdAt";

/**
 * The judge must find each of these bugs. Otherwise it proves nothing when it finds no fault in the
 * product. The bugs that are found most quickly come first.
 */
export const NIGHT_BUGS: NightBug[] = [
  inSql(
    1,
    "draws members whose address is not verified",
    [".email_verified_at is not null"],
    /\w+\.email_verified_at is not null/g,
    "1",
  ),
  inSql(1, "ignores waits when it pairs", [CANDIDATES], " as waited,", " * 0 as waited,"),
  inSql(
    1,
    "gives no wait to a member whose partner has left",
    ["update members as m set waited = max(m.waited, n.counted)"],
    "max(m.waited, n.counted)",
    "m.waited",
  ),
  inSql(
    2,
    "leaves conversations open that a run replaces",
    ["update pairings set expires_at = "],
    "and expires_at > ",
    "and 0 and expires_at > ",
  ),
  inSql(
    1,
    "draws members who sit the day out",
    [".paused_from is not null and"],
    /(\w+)\.paused_from is not null and/g,
    "0 and",
  ),
  inSql(
    11,
    "never lets a dead run's claim lapse",
    ["pairing_runs", "lease_until > 0 and lease_until <= ?"],
    "lease_until <= ?",
    "lease_until <= ? - 1e13",
  ),
  inSql(
    1,
    "draws members who are suspended",
    ["member_actions act"],
    /act\.member_id = (m|a|b)\.id and/g,
    "0 and act.member_id = $1.id and",
  ),
  inSql(
    2,
    "does not read the blocks",
    ["from blocks b", "cross join members x"],
    "where b.rowid > ",
    "where 0 and b.rowid > ",
  ),
  inSql(
    1,
    "does not read the recent pairs",
    ["where p.pairing_date = "],
    "where p.pairing_date = ",
    "where 0 and p.pairing_date = ",
  ),
  inSql(
    1,
    "does not reset the wait of paired members",
    ["update members as m set"],
    "where m.waited > 0 and",
    "where 0 and",
  ),
  inSql(
    1,
    "counts nights with hardly any choice towards a wait",
    ["update members as m set"],
    "coalesce(d.counted, 1) as adds",
    "1 as adds",
  ),
  {
    seed: 3,
    name: "sends notices of a run before it is published",
    begin: `create trigger told_early after insert on pairings
      when not exists(select 1 from jobs where detail like '%' || new.run_id || '%') begin
        insert into jobs (kind, detail, created_at) values ('fan_out', json_object('delivery',
          json_object('about', 'introduction', 'runId', new.run_id)), 0);
      end`,
    end: "drop trigger told_early",
  },
  inSql(
    1,
    "reminds twice for one introduction",
    ["reminders", "sent_on < ", "is_on = 1"],
    "sent_on < ",
    "sent_on <= ",
  ),
  inSql(
    1,
    "leaves out members who were away without a notice",
    ["select m.id, m.email, m.name, m.email_verified_at"],
    "m.email_verified_at, m.rowid",
    "null as email_verified_at, m.rowid",
  ),
];
