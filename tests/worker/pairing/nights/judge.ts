import { env } from "cloudflare:workers";
import { checkValidity, findOptimum } from "~/matching/tests/oracle/check";
import { numberPeople } from "~/matching/tests/oracle/rule";
import type { Input, Member } from "~/matching/tests/oracle/types";

const DAY_MS = 86_400_000;
const RECENT_DAYS = 30;
const MOST_WAITED = 60;
/** Tolerance of a distance limit in kilometres, because places are rounded to about 11 km. */
const TOLERANCE_KM = 10;
const SAME_POOL_KM = 30;

type Value = string | number | null;
type Row = Record<string, Value>;

/** The rows are objects or arrays, depending on how the caller read them. */
export interface Ran {
  sql: string;
  values: unknown[];
  rows: unknown[];
  changes: number;
}

/** `waited` is the wait now, and `before` the wait before the night of the date `on` (docs/rules.md#waits). */
interface Wait {
  waited: number;
  before: number;
  on: string;
}

/** What a run read. Members are named by their row ids, as in the engine. */
interface Reading {
  startedAt: number;
  rows: Value[][];
  blocks: [string, string][];
  recent: [string, string][];
  pairs: [string, string][];
}

export const rowsOf = async (sql: string, ...values: Value[]): Promise<Row[]> =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results;

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const pairKey = (a: Value, b: Value) => [String(a), String(b)].sort().join(" ");
const capped = (waited: unknown) => Math.min(Number(waited), MOST_WAITED);

function pairsIn(keys: Value | undefined): [string, string][] {
  const list = String(keys ?? "").split(" ");
  return list.flatMap((key, i) => (i % 2 === 1 ? [[list[i - 1] ?? "", key] as const] : [])) as [
    string,
    string,
  ][];
}

/**
 * Watches each trip to the database and judges it by docs/rules.md. An independent matcher checks
 * each run's result.
 */
export class Judge {
  readonly complaints: string[] = [];
  /** When each member was deleted. */
  readonly gone = new Map<string, number>();
  /**
   * The members of each published pairing for today or later, by the pairing's id. All of them must
   * be notified of the introduction.
   */
  readonly introductions = new Map<string, string[]>();

  #now: () => number;
  #waits = new Map<string, Wait>();
  #wishes = new Map<string, Row>();
  #pairings = new Map<string, [string, string]>();
  #newest = new Map<string, { partner: string; expiresAt: number; counted: boolean }>();
  #readings = new Map<object, Reading>();

  constructor(now: () => number) {
    this.#now = now;
  }

  complain(rule: string, what: string): void {
    if (this.complaints.length < 20) this.complaints.push(`${rule}: ${what}`);
  }

  async begin(): Promise<void> {
    await this.#followWishes();
    for (const { id, user1_id, user2_id } of await rowsOf("select * from pairings"))
      this.#pairings.set(String(id), [String(user1_id), String(user2_id)]);
  }

  async committed(caller: object, statements: Ran[]): Promise<void> {
    const changed = (pattern: RegExp) =>
      statements.some(({ sql, changes }) => changes > 0 && pattern.test(sql));
    for (const { sql, values, rows } of statements) {
      const reading = this.#readings.get(caller);
      if (sql.startsWith('select m.rowid as "key", m.created_at as createdAt'))
        await this.#readCandidates(caller, rows as Value[][]);
      else if (sql.includes('as "count", max(k) as "last"')) {
        const pairs = pairsIn((rows[0] as Value[])[2]);
        if (/from (?:blocks|\(select \* from blocks)/.test(sql)) {
          reading?.blocks.push(...pairs);
          const stored = (await rowsOf("select count(*) as n from blocks"))[0]?.n;
          if (stored !== pairs.length)
            this.complain("reading", `${pairs.length} blocks of ${stored}`);
        } else reading?.recent.push(...pairs);
      } else if (/^\s*insert into pairings\s/.test(sql)) {
        const json = values.find((one) => typeof one === "string" && one.startsWith("[["));
        for (const [a, , b] of JSON.parse(String(json ?? "[]")) as number[][])
          reading?.pairs.push([String(a), String(b)]);
      }
    }
    if (changed(/^update pairing_runs set state = 'published'/))
      await this.#judgeRun(this.#readings.get(caller));
    if (changed(/into blocks\b/)) await this.#followBlocks();
    if (changed(/^\s*(?:update|insert into|delete from) members\b/)) await this.#followWishes();
    if (changed(/^\s*insert into member_actions/)) {
      await this.#judgeAction();
      if (!changed(/^\s*insert into audit_events/)) this.complain("audit", "an action has no row");
    }
    if (changed(/^\s*delete from (?:pairings|members)\b/)) await this.requirePairings();
  }

  /** Checks that a run reads exactly the members who take part, each with the right wait. */
  async #readCandidates(caller: object, rows: Value[][]): Promise<void> {
    this.#readings.set(caller, {
      ...{ startedAt: this.#now(), rows },
      ...{ blocks: [], recent: [], pairs: [] },
    });
    const claims = await rowsOf(
      "select date, started_at from pairing_runs where state = 'claimed' and lease_until > 0",
    );
    // If two runs are claimed at once, the judge can't tell which of them made the read.
    const [run] = claims;
    if (!run || claims.length > 1) return;
    const date = String(run.date);
    const read = new Map(rows.map((row) => [`${row[0]} ${row[1]}`, Number(row[10])]));
    const takesPart = await this.#condition(date, Number(run.started_at));
    for (const member of await rowsOf('select rowid as "key", * from members')) {
      const waited = read.get(`${member.key} ${member.created_at}`);
      if ((waited !== undefined) !== takesPart(member))
        this.complain("reading", `${member.id} is ${waited === undefined ? "not " : ""}read`);
      const wait = this.#waits.get(String(member.id));
      if (waited === undefined || !wait) continue;
      const expected =
        wait.on === date
          ? Math.max(wait.waited, wait.before)
          : wait.on > date
            ? wait.before
            : wait.waited;
      if (capped(waited) !== capped(expected))
        this.complain("wait", `${member.id} is read with ${waited} instead of ${expected}`);
    }
  }

  /** Decides by the columns alone who takes part, independently of the product's code. */
  async #condition(date: string, now: number): Promise<(member: Row) => boolean> {
    const barred = await this.#barredAt(now);
    const isAway = ({ last_seen_on, paused_until, absence_told_on: told }: Row) => {
      if (last_seen_on === null || told === null) return false;
      const seen = [String(last_seen_on), String(paused_until ?? "")].sort().at(-1) ?? "";
      const isLong = seen < dateOf(now - 14 * DAY_MS);
      return isLong && String(told) > seen && String(told) < dateOf(now);
    };
    return (member) => {
      const { paused_from: from, paused_until: until } = member;
      const isPaused =
        from !== null && String(from) <= date && (until === null || String(until) > date);
      const isOut = isPaused || member.email_verified_at === null || barred.has(String(member.id));
      return !isOut && !isAway(member);
    };
  }

  async #barredAt(now: number): Promise<Set<string>> {
    const bars = new Map<string, Row>();
    for (const act of await rowsOf("select * from member_actions order by sequence")) {
      const id = String(act.member_id);
      if (act.kind === "suspend" || act.kind === "ban") bars.set(id, act);
      else if (act.kind === "lift" && (act.lifts_id === null || act.lifts_id === bars.get(id)?.id))
        bars.delete(id);
    }
    const lasting = [...bars].filter(([, act]) => act.kind === "ban" || Number(act.until) > now);
    return new Set(lasting.map(([id]) => id));
  }

  async #judgeRun(reading: Reading | undefined): Promise<void> {
    const now = this.#now();
    const [run] = await rowsOf(
      "select * from pairing_runs where state = 'published' order by published_at desc, rowid desc limit 1",
    );
    if (!run || !reading) return this.complain("run", "published without a reading");
    const [id, date] = [String(run.id), String(run.date)];
    const isPast = date < dateOf(now);
    const twice = await rowsOf(
      `select member from (
         select p.user1_id as member, p.expires_at, p.run_id from pairings p
         union all select p.user2_id, p.expires_at, p.run_id from pairings p) o
       join pairing_runs r on r.id = o.run_id and r.state = 'published'
       where o.expires_at > ? group by member having count(*) > 1`,
      now,
    );
    for (const { member } of twice) this.complain("two open pairings", String(member));
    const others = await rowsOf(
      `select trigger from pairing_runs where date = ? and state = 'published' order by published_at, rowid`,
      date,
    );
    if (others.slice(1).some(({ trigger }) => trigger === "cron"))
      this.complain("one result", `${date} has a result of the cron beside another one`);
    const pairs = await rowsOf("select * from pairings where run_id = ?", id);
    const left = await rowsOf("select * from day_offs where run_id = ?", id);
    if (run.pairs !== pairs.length || run.unmatched !== left.length)
      this.complain("run", `counts ${run.pairs} and ${run.unmatched}`);
    for (const pair of pairs)
      this.#pairings.set(String(pair.id), [String(pair.user1_id), String(pair.user2_id)]);
    await this.#judgeMembers(run, pairs, left, reading);
    await this.#requireRecent(run, reading);
    const counting = await this.#judgeResult(date, reading);
    if (isPast) return this.compareWaits();
    await this.#judgeWaits({ id, date }, pairs, left, counting);
    for (const { member_id } of left) this.#newest.delete(String(member_id));
    for (const { id: pairing, user1_id, user2_id, expires_at } of pairs) {
      const two = [String(user1_id), String(user2_id)] as const;
      this.introductions.set(String(pairing), [...two]);
      for (const [i, one] of two.entries()) {
        const counted = counting.has(one);
        const partner = two[1 - i] ?? "";
        this.#newest.set(one, { partner, expiresAt: Number(expires_at), counted });
      }
    }
  }

  async #judgeMembers(run: Row, pairs: Row[], left: Row[], reading: Reading): Promise<void> {
    const all = [...pairs.flatMap((one) => [one.user1_id, one.user2_id])];
    all.push(...left.map(({ member_id }) => member_id));
    const inRun = new Set(all.map(String));
    if (inRun.size < all.length) this.complain("run", "a member is in it twice");
    const read = new Set(reading.rows.map(([key, createdAt]) => `${key} ${createdAt}`));
    // The start of the run decides, so a restriction that ends during the run still keeps the
    // member out.
    const takesPart = await this.#condition(String(run.date), Number(run.started_at));
    for (const member of await rowsOf('select rowid as "key", * from members')) {
      const isIn = inRun.has(String(member.id));
      if (isIn && !takesPart(member)) this.complain("takes no part", `${member.id} is in the run`);
      if (!isIn && takesPart(member) && read.has(`${member.key} ${member.created_at}`))
        this.complain("run", `${member.id} was read and is neither paired nor left out`);
    }
    const blocks = await rowsOf("select blocker_id as a, blocked_id as b from blocks");
    const blocked = new Set(blocks.map(({ a, b }) => pairKey(a ?? "", b ?? "")));
    for (const { user1_id = "", user2_id = "" } of pairs) {
      if (blocked.has(pairKey(user1_id, user2_id)))
        this.complain("blocked", `${user1_id} and ${user2_id} are paired`);
    }
  }

  /** Checks that a run has read each earlier pair of the last 30 days. */
  async #requireRecent({ id, date }: Row, { startedAt, recent }: Reading): Promise<void> {
    const known = new Set(recent.map(([a, b]) => pairKey(a, b)));
    const rows = await rowsOf(
      `select x.rowid as a, y.rowid as b from pairings p join pairing_runs r on r.id = p.run_id
       join members x on x.id = p.user1_id join members y on y.id = p.user2_id
       where r.state = 'published' and r.id <> ? and r.date between ? and ? and r.published_at < ?`,
      ...[id ?? "", dateOf(Date.parse(String(date)) - RECENT_DAYS * DAY_MS), date ?? "", startedAt],
    );
    for (const { a = "", b = "" } of rows)
      if (!known.has(pairKey(a, b))) this.complain("reading", `the pair ${a} ${b} is not read`);
  }

  /**
   * Checks a run's result against what the run read.
   * @returns the members for whom the night counts
   */
  async #judgeResult(date: string, reading: Reading): Promise<Set<string>> {
    const members = reading.rows.map(
      (row): Member => ({
        id: String(row[0]),
        gender: row[2] as string | null,
        preferred_match_gender: row[3] as string | null,
        dob: row[4] as string | null,
        minimum_age_preference: row[5] as number | null,
        maximum_age_preference: row[6] as number | null,
        latitude: row[7] as number | null,
        longitude: row[8] as number | null,
        distance_preference: row[9] === null ? null : Number(row[9]) + TOLERANCE_KM,
        left_out_yesterday: false,
        waited: Number(row[10]),
        partner_absent_yesterday: row[11] === 1,
      }),
    );
    const input: Input = { date, members, blocks: reading.blocks, recentPairs: reading.recent };
    const paired = new Set(reading.pairs.flat());
    const unmatched = members.map(({ id }) => id).filter((id) => !paired.has(id));
    const output = { pairs: reading.pairs, unmatched };
    const verdict = checkValidity(input, output);
    for (const problem of verdict.problems) this.complain("result", problem);
    const optimum = findOptimum(input, output);
    if (verdict.pairs !== optimum.maximum)
      this.complain("maximum", `${verdict.pairs} pairs of ${optimum.maximum}`);
    if (verdict.covered.join() !== optimum.coverable.join())
      this.complain("longest waits", `${verdict.covered} of ${optimum.coverable}`);
    const { people, numbers, suits } = numberPeople(input);
    const needed = Math.min(5, Math.ceil(members.length / 20));
    const keys = new Set(
      [...numbers].flatMap(([key, n]) =>
        people.filter((_, other) => suits(n, other)).length >= needed ? [key] : [],
      ),
    );
    const stored = await rowsOf('select rowid as "key", id from members');
    return new Set(stored.filter(({ key }) => keys.has(String(key))).map(({ id }) => String(id)));
  }

  /** Updates the expected waits after a run (docs/rules.md#waits). */
  async #judgeWaits(
    run: { id: string; date: string },
    pairs: Row[],
    left: Row[],
    counting: Set<string>,
  ): Promise<void> {
    const here = new Set<string>();
    const judge = (id: string, toWait: (before: number) => number) => {
      here.add(id);
      const wait = this.#waits.get(id) ?? { waited: 0, before: 0, on: "" };
      // A run for a later date has already changed the wait. The judge doesn't know what the wait
      // must be after that.
      if (wait.on > run.date) return this.#waits.delete(id);
      const before = wait.on === run.date ? wait.before : wait.waited;
      return this.#waits.set(id, { waited: toWait(before), before, on: run.date });
    };
    for (const { user1_id, user2_id } of pairs)
      for (const id of [user1_id, user2_id]) judge(String(id), () => 0);
    for (const { member_id, ended_early } of left) {
      const id = String(member_id);
      if (ended_early === 1) here.add(id);
      else judge(id, (before) => before + Number(counting.has(id)));
    }
    // Only the last run of a night counts. A member who was in an earlier run but not in the last
    // one gets the wait from before the night, unless their conversation is still open.
    const earlier =
      "select id from pairing_runs where date = ?1 and state = 'published' and id <> ?2";
    const inOthers = await rowsOf(
      `select user1_id as id from pairings where run_id in (${earlier})
       union select user2_id from pairings where run_id in (${earlier})
       union select member_id from day_offs where run_id in (${earlier})
       except select user1_id from pairings where pairing_date = ?1 and expires_at > ?3
       except select user2_id from pairings where pairing_date = ?1 and expires_at > ?3`,
      ...[run.date, run.id, this.#now()],
    );
    for (const { id } of inOthers) {
      const wait = this.#waits.get(String(id));
      if (wait?.on === run.date && !here.has(String(id))) wait.waited = wait.before;
    }
    await this.compareWaits();
  }

  async compareWaits(): Promise<void> {
    for (const { id, waited } of await rowsOf("select id, waited from members")) {
      const wait = this.#waits.get(String(id));
      if (!wait || capped(wait.waited) === capped(waited)) continue;
      this.complain("wait", `${id} has ${waited} instead of ${wait.waited}`);
      wait.waited = Number(waited);
    }
  }

  /** Ends waits after a change (docs/rules.md#waits), and records deleted members. */
  async #followWishes(): Promise<void> {
    const rows = await rowsOf("select * from members");
    const found = new Map(rows.map((row) => [String(row.id), row]));
    for (const [id, row] of found) {
      const [known, wait] = [this.#wishes.get(id), this.#waits.get(id)];
      if (!known) this.#waits.set(id, { waited: 0, before: 0, on: "" });
      else if (wait && endsWait(known, row)) Object.assign(wait, { waited: 0, before: 0 });
      this.#wishes.set(id, row);
    }
    for (const id of this.#wishes.keys()) {
      if (found.has(id)) continue;
      this.gone.set(id, this.#now());
      this.#wishes.delete(id);
      this.#waits.delete(id);
      await this.#deprive(id);
    }
  }

  /**
   * Checks the wait of the member whose partner was deleted or suspended. It must be at least one
   * night if the night counted for the member. The judge takes over the stored wait, because only
   * the database knows whether the conversation was still open.
   */
  async #deprive(leaver: string): Promise<void> {
    const open = this.#newest.get(leaver);
    this.#newest.delete(leaver);
    if (!open || open.expiresAt <= this.#now()) return;
    const left = this.#newest.get(open.partner);
    const [partner] = await rowsOf("select * from members where id = ?", open.partner);
    const wait = this.#waits.get(open.partner);
    if (!partner || !wait || left?.partner !== leaver) return;
    this.#newest.delete(open.partner);
    if ((await this.#barredAt(this.#now())).has(open.partner)) return;
    const hasWaited = Number(partner.waited) >= 1;
    if (left.counted && !hasWaited)
      this.complain("wait", `${open.partner} lost ${leaver} and has not waited`);
    wait.waited = Math.max(wait.waited, hasWaited ? 1 : 0);
    wait.before = Number(partner.waited_before);
    wait.on = String(partner.waited_on ?? "");
  }

  /** After a block, neither partner gets a wait if the other is deleted or suspended. */
  async #followBlocks(): Promise<void> {
    for (const { a, b } of await rowsOf("select blocker_id as a, blocked_id as b from blocks")) {
      for (const [one, other] of [[a, b] as const, [b, a] as const]) {
        const open = this.#newest.get(String(one));
        if (open && open.partner === other) open.counted = false;
      }
    }
  }

  async #judgeAction(): Promise<void> {
    const [made] = await rowsOf("select * from member_actions order by sequence desc limit 1");
    if (made?.kind !== "suspend" && made?.kind !== "ban") return;
    const id = String(made.member_id);
    await this.#deprive(id);
    // Leaves out a conversation in which the member has blocked the partner. It is closed already,
    // and keeps its time of expiry.
    const open = await rowsOf(
      `select 1 from published_pairings where ?1 in (user1_id, user2_id) and expires_at > ?2 and not exists(
         select 1 from blocks where blocker_id = ?1 and blocked_id in (user1_id, user2_id))`,
      ...[id, this.#now()],
    );
    if (open.length > 0) this.complain("barred", `${id} keeps an open conversation`);
  }

  /** Every published pairing must stay in the database while both members exist. */
  async requirePairings(): Promise<void> {
    const stored = new Set((await rowsOf("select id from pairings")).map(({ id }) => String(id)));
    for (const [id, two] of this.#pairings) {
      if (stored.has(id)) continue;
      if (two.every((one) => !this.gone.has(one)))
        this.complain("pairing lost", `${id} is not in the database`);
      this.#pairings.delete(id);
    }
  }
}

function kilometres(a: Row, b: Row): number {
  const radians = (degrees: Value | undefined) => (Number(degrees) * Math.PI) / 180;
  const [y1, y2] = [radians(a.latitude), radians(b.latitude)];
  const x = radians(Number(b.longitude) - Number(a.longitude));
  const cosine = Math.sin(y1) * Math.sin(y2) + Math.cos(y1) * Math.cos(y2) * Math.cos(x);
  return 6371 * Math.acos(Math.min(1, Math.max(-1, cosine)));
}

function endsWait(old: Row, now: Row): boolean {
  if (old.gender !== now.gender || old.dob !== now.dob) return true;
  const { preferred_match_gender: wish } = now;
  if (wish !== null && wish !== old.preferred_match_gender) return true;
  const least = (row: Row) => Number(row.minimum_age_preference ?? 18);
  const most = (row: Row) => Number(row.maximum_age_preference ?? 80);
  const within = (row: Row) => Number(row.distance_preference ?? Number.POSITIVE_INFINITY);
  if (least(now) > least(old) || most(now) < most(old) || within(now) < within(old)) return true;
  if (old.latitude === null) return false;
  return now.latitude === null || kilometres(old, now) > SAME_POOL_KM;
}
