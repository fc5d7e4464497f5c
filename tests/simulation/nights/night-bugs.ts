import type { ObjectClass } from "../objects";
import type { ServerClasses } from "../server";
import type { NightBug } from "./night-world";

/** Makes a bug that changes the statements which have all texts of `where`. */
function inSql(name: string, where: string[], from: string | RegExp, to: string): NightBug {
  const made = { changes: 0 };
  const sql = (statement: string) => {
    if (!where.every((words) => statement.includes(words))) return statement;
    const changed = statement.replaceAll(from, to);
    made.changes += Number(changed !== statement);
    return changed;
  };
  return { name, sql, made };
}

const _inClass = (name: string, kind: keyof ServerClasses, made: unknown): NightBug => ({
  name,
  classes: (classes) => ({ ...classes, [kind]: made as ObjectClass }),
});

const CANDIDATES = "m.created_at as createdAt";

const BUGS: NightBug[] = [
  inSql(
    "publishes pairs that were blocked during the run",
    ["cross join pairings p", "from blocks b"],
    /from blocks b\b/g,
    "from (select * from blocks where 0) b",
  ),
  inSql(
    "never lets a dead run's claim lapse",
    ["pairing_runs", "lease_until > 0 and lease_until <= ?"],
    "lease_until <= ?",
    "lease_until <= ? - 1e13",
  ),
  inSql(
    "leaves conversations open that a run replaces",
    ["update pairings set expires_at = "],
    "and expires_at > ",
    "and 0 and expires_at > ",
  ),
  inSql(
    "publishes a second result of the cron for a date",
    ["exists(select 1 from pairing_runs where date = "],
    "exists(select 1 from pairing_runs where date = ",
    "exists(select 1 from pairing_runs where 0 and date = ",
  ),
  inSql(
    "draws members who are suspended",
    ["member_actions act"],
    /act\.member_id = (m|a|b)\.id and/g,
    "0 and act.member_id = $1.id and",
  ),
  inSql(
    "draws members who sit the day out",
    [".paused_from is not null and"],
    /(\w+)\.paused_from is not null and/g,
    "0 and",
  ),
  inSql(
    "draws members whose address is not verified",
    [".email_verified_at is not null"],
    /\w+\.email_verified_at is not null/g,
    "1",
  ),
  inSql(
    "does not read the blocks",
    ["from blocks b", "cross join members x"],
    "where b.rowid > ",
    "where 0 and b.rowid > ",
  ),
  inSql(
    "does not read the recent pairs",
    ["where p.pairing_date = "],
    "where p.pairing_date = ",
    "where 0 and p.pairing_date = ",
  ),
  inSql(
    "does not reset the wait of paired members",
    ["update members as m set"],
    "where m.waited > 0 and",
    "where 0 and",
  ),
  inSql(
    "counts nights with hardly any choice towards a wait",
    ["update members as m set"],
    "coalesce(d.counted, 1) as adds",
    "1 as adds",
  ),
  inSql("ignores waits when it pairs", [CANDIDATES], " as waited,", " * 0 as waited,"),
  inSql(
    "gives no wait to a member whose partner has left",
    ["update members as m set waited = max(m.waited, n.counted)"],
    "max(m.waited, n.counted)",
    "m.waited",
  ),
  {
    name: "sends notices of a run before it is published",
    begin: `create trigger told_early after insert on pairings
      when not exists(select 1 from jobs where detail like '%' || new.run_id || '%') begin
        insert into jobs (kind, detail, created_at) values ('fan_out', json_object('delivery',
          json_object('about', 'introduction', 'runId', new.run_id)), 0);
      end`,
  },
  inSql(
    "never retries a job that failed once",
    ["update jobs set attempts = attempts + 1"],
    "and parked_at is null",
    "and parked_at is null and attempts = 0",
  ),
  inSql(
    "reveals a sealed line though only one member left one",
    ["from sealed_addresses a where a.conversation_id = p.id) = 2"],
    ") = 2",
    ") >= 1",
  ),
  inSql(
    "reminds twice for one introduction",
    ["reminders", "sent_on < ", "is_on = 1"],
    "sent_on < ",
    "sent_on <= ",
  ),
  inSql(
    "leaves out members who were away without a notice",
    ["select m.id, m.email, m.name, m.email_verified_at"],
    "m.email_verified_at, m.rowid",
    "null as email_verified_at, m.rowid",
  ),
];

/** For bugs that need a rare moment: the number of histories of the tests' seed before the first that shows it. */
const SKIPPED: Record<string, number> = {
  "never lets a dead run's claim lapse": 16,
  "publishes pairs that were blocked during the run": 9,
  "leaves conversations open that a run replaces": 9,
  "publishes a second result of the cron for a date": 2,
  "draws members who are suspended": 8,
  "gives no wait to a member whose partner has left": 8,
  "sends notices of a run before it is published": 6,
  "reminds twice for one introduction": 10,
};

/** The simulator must find each. */
export const NIGHT_BUGS: NightBug[] = BUGS.map((bug) => ({ ...bug, skip: SKIPPED[bug.name] ?? 0 }));
