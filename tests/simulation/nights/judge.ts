import { checkValidity, findOptimum } from "~/matching/tests/oracle/check";
import { numberPeople } from "~/matching/tests/oracle/rule";
import type { Input, Member, Output } from "~/matching/tests/oracle/types";
import type { Ran } from "../database";
import type { Actor } from "../schedule";
import type { HistoryDatabase } from "../sqlite";

const DAY_MS = 86_400_000;
const RECENT_DAYS = 30;
/** A notification is tried for six hours, after the end of its member's quiet hours. */
export const MOST_TRIED_MS = 8 * 3_600_000;
const MOST_WAITED = 60;
/** Tolerance of a distance limit in kilometres: places are known to about 11 km. */
const TOLERANCE_KM = 10;
const SAME_POOL_KM = 30;

type Row = Record<string, unknown>;

/** A member's wait by docs/rules.md#waits: `waited` now, and `before` the night of `on`. */
interface Wait {
  waited: number;
  before: number;
  on: string;
}

/** A call that began before a conversation's end may be stored after it. */
const IN_FLIGHT_MS = 10_000;

/** The judge's state that a restore of D1 takes back with it. */
interface Memory {
  waits: Map<string, Wait>;
  /** Ids of the actions that were judged. A restore may repeat several together, and sequence numbers are reused after a deletion. */
  judged: Set<string>;
  wishes: Map<string, Row>;
  /** Pairings of published runs, by id, with their two members: none may be lost. */
  pairings: Map<string, [string, string]>;
  /** Each member's pairing of today's newest run. */
  newest: Map<string, { partner: string; expiresAt: number; counted: boolean }>;
  deleted: Set<string>;
  /** Introductions that must reach a device. */
  introductions: {
    runId: string;
    conversationId: string;
    subscriptionId: string;
    device: string;
    expiresAt: number;
  }[];
}

/** The rows that a run has read: candidates as arrays, pairs by keys. */
interface Reading {
  startedAt: number;
  rows: unknown[][];
  blocks: [string, string][];
  recent: [string, string][];
  /** The engine's result. */
  pairs: [string, string][];
}

const pairsIn = (keys: unknown): [string, string][] => {
  const list = String(keys ?? "")
    .split(" ")
    .filter(Boolean);
  return Array.from({ length: list.length / 2 }, (_, i) => [
    list[2 * i] as string,
    list[2 * i + 1] as string,
  ]);
};

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`);

/**
 * Watches the database, statement by statement, and judges it by the contract. It receives each commit, even if the answer
 * was lost.
 */
export class Judge {
  readonly complaints: string[] = [];
  memory: Memory = {
    waits: new Map(),
    judged: new Set(),
    wishes: new Map(),
    pairings: new Map(),
    newest: new Map(),
    deleted: new Set(),
    introductions: [],
  };

  #database: HistoryDatabase;
  #now: () => number;
  #readings = new Map<Actor, Reading>();
  /** The time of each member's first deletion: one that a restore repeats took the partner away at that time. */
  #goneAt = new Map<string, number>();

  constructor(database: HistoryDatabase, now: () => number) {
    this.#database = database;
    this.#now = now;
  }

  complain(rule: string, what: string): void {
    if (this.complaints.length < 20) this.complaints.push(`${rule}: ${what}`);
  }

  #rows(sql: string, ...values: (string | number)[]): Row[] {
    return this.#database.run(sql, values).rows;
  }

  /** Reads the members and pairings that are stored at the beginning. */
  begin(): void {
    this.#followWishes();
    for (const { id, user1_id, user2_id } of this.#rows("select * from pairings")) {
      this.memory.pairings.set(String(id), [String(user1_id), String(user2_id)]);
    }
  }

  committed = (caller: Actor, statements: Ran[]): void => {
    let isProfile = false;
    let isLoss = false;
    for (const ran of statements) {
      const { sql, changes } = ran;
      if (sql.startsWith('select m.rowid as "key", m.created_at as createdAt')) {
        this.#readCandidates(caller, ran);
      } else if (sql.includes('as "count", max(k) as "last"')) this.#readPairs(caller, ran);
      else if (/^\s*insert into pairings\s/.test(sql)) this.#readResult(caller, ran);
      else if (sql.startsWith("update pairing_runs set state = 'published'") && changes > 0) {
        this.#judgeRun(this.#readings.get(caller));
      } else if (/^\s*delete from pairings/.test(sql) && changes > 0) isLoss = true;
      isProfile ||= /^\s*(?:update|insert into|delete from) members\b/.test(sql) && changes > 0;
      isLoss ||= /^\s*delete from members\b/.test(sql) && changes > 0;
    }
    if (isProfile) this.#followWishes();
    if (
      statements.some(
        ({ sql, changes }) => /^\s*insert into member_actions/.test(sql) && changes > 0,
      )
    )
      this.#judgeActions(statements);
    if (isLoss) this.requirePairings();
  };

  /** Checks that a run reads exactly the members who take part, each with the right wait. */
  #readCandidates(caller: Actor, { rows }: Ran): void {
    const reading: Reading = {
      startedAt: this.#now(),
      rows: rows.map((row) => Object.values(row)),
      blocks: [],
      recent: [],
      pairs: [],
    };
    this.#readings.set(caller, reading);
    const [run] = this.#rows(
      "select date, started_at from pairing_runs where state = 'claimed' and lease_until > 0 order by started_at desc limit 1",
    );
    const date = String(run?.date);
    const read = new Map(reading.rows.map((row) => [`${row[0]} ${row[1]}`, Number(row[10])]));
    // With two parallel claims this reading can't be assigned to one of them.
    if (
      this.#rows("select 1 from pairing_runs where state = 'claimed' and lease_until > 0")
        .length !== 1
    )
      return;
    for (const member of this.#rows('select rowid as "key", * from members')) {
      const waited = read.get(`${member.key} ${member.created_at}`);
      const takesPart = this.#takesPart(member, { date, now: Number(run?.started_at) });
      if ((waited !== undefined) !== takesPart) {
        this.complain(
          "reading",
          `${member.id} ${takesPart ? "is not read" : "is read"} for ${date}`,
        );
      }
      const wait = this.memory.waits.get(String(member.id));
      if (waited === undefined || !wait) continue;
      const before = wait.on >= date ? wait.before : wait.waited;
      const expected = wait.on === date ? Math.max(wait.waited, wait.before) : before;
      if (Math.min(waited, MOST_WAITED) !== Math.min(expected, MOST_WAITED)) {
        this.complain("wait", `${member.id} is read with ${waited} instead of ${expected}`);
      }
    }
  }

  #readPairs(caller: Actor, { sql, rows }: Ran): void {
    const reading = this.#readings.get(caller);
    if (!reading) return;
    const kind = /from blocks b\b|from \(select \* from blocks/.test(sql) ? "blocks" : "recent";
    const pairs = pairsIn(rows[0]?.keys);
    reading[kind].push(...pairs);
    if (kind !== "blocks") return;
    const [stored] = this.#rows("select count(*) as n from blocks");
    if (stored?.n !== pairs.length)
      this.complain("reading", `${pairs.length} blocks of ${stored?.n}`);
  }

  /** Checks that a run has read each pair of the last 30 days that was published before it started. */
  #requireRecent(id: string, date: string, { startedAt, recent }: Reading): void {
    const known = new Set(recent.map(([a, b]) => pairKey(a, b)));
    const least = dateOf(Date.parse(date) - RECENT_DAYS * DAY_MS);
    for (const { a, b } of this.#rows(
      `select x.rowid as a, y.rowid as b from pairings p join pairing_runs r on r.id = p.run_id
       join members x on x.id = p.user1_id join members y on y.id = p.user2_id
       where r.state = 'published' and r.id <> ? and r.date between ? and ? and r.published_at < ?`,
      id,
      least,
      date,
      startedAt,
    )) {
      if (!known.has(pairKey(String(a), String(b))))
        this.complain("reading", `the pair ${a} ${b} is not read`);
    }
  }

  #readResult(caller: Actor, { values }: Ran): void {
    const reading = this.#readings.get(caller);
    const json = values.find((value) => typeof value === "string" && value.startsWith("[["));
    if (!reading || typeof json !== "string") return;
    for (const [a, , b] of JSON.parse(json) as number[][]) {
      reading.pairs.push([String(a), String(b)]);
    }
  }

  #judgeRun(reading: Reading | undefined): void {
    const now = this.#now();
    const [run] = this.#rows(
      "select * from pairing_runs where state = 'published' order by published_at desc, rowid desc limit 1",
    );
    if (!run || !reading) {
      this.complain("run", "published without a claim or a reading");
      return;
    }
    const [id, date] = [String(run.id), String(run.date)];
    const isPast = date < dateOf(now);
    this.#judgeOpen(now);
    const published = this.#rows(
      "select trigger from pairing_runs where date = ? and state = 'published' order by published_at, rowid",
      date,
    );
    if (published.slice(1).some(({ trigger }) => trigger === "cron")) {
      this.complain("one result", `${date} has a result of the cron beside another one`);
    }
    const pairs = this.#rows("select * from pairings where run_id = ?", id);
    const left = this.#rows("select * from day_offs where run_id = ?", id);
    if (run.pairs !== pairs.length || run.unmatched !== left.length) {
      this.complain(
        "run",
        `counts ${run.pairs} and ${run.unmatched}, has ${pairs.length} and ${left.length}`,
      );
    }
    for (const { id: conversationId, user1_id, user2_id } of pairs) {
      this.memory.pairings.set(String(conversationId), [String(user1_id), String(user2_id)]);
    }
    this.#judgeMembers(run, pairs, left, reading);
    this.#requireRecent(id, date, reading);
    const graph = this.#judgeResult(date, reading);
    const keys = new Map(
      this.#rows('select rowid as "key", id from members').map(({ key, id: member }) => [
        String(member),
        String(key),
      ]),
    );
    const counts = (member: string) =>
      (graph.get(keys.get(member) ?? "") ?? 0) >= (graph.needed ?? 0);
    this.#judgeWaits({ id, date, isPast }, pairs, left, counts);
    if (isPast) return;
    this.#expectIntroductions(String(id), pairs);
    for (const { member_id } of left) this.memory.newest.delete(String(member_id));
    for (const { user1_id, user2_id, expires_at } of pairs) {
      const [one, other] = [String(user1_id), String(user2_id)];
      const expiresAt = Number(expires_at);
      this.memory.newest.set(one, { partner: other, expiresAt, counted: counts(one) });
      this.memory.newest.set(other, { partner: one, expiresAt, counted: counts(other) });
    }
  }

  /** Checks that no member is in two open pairings. */
  #judgeOpen(now: number): void {
    const twice = this.#rows(
      `select member, count(*) as n from (
         select p.user1_id as member from pairings p join pairing_runs r on r.id = p.run_id where r.state = 'published' and p.expires_at > ?
         union all select p.user2_id from pairings p join pairing_runs r on r.id = p.run_id where r.state = 'published' and p.expires_at > ?)
       group by member having n > 1`,
      now,
      now,
    );
    if (twice.length > 0)
      this.complain("two open pairings", twice.map(({ member }) => member).join());
  }

  /** Checks that a run has the right members when it is published. */
  #judgeMembers(run: Row, pairs: Row[], left: Row[], reading: Reading): void {
    // A restriction that ends during a run still counts for it.
    const now = Number(run.started_at);
    const date = String(run.date);
    const inRun = new Set<string>();
    const add = (id: unknown) => {
      if (inRun.has(String(id))) this.complain("run", `${id} is in it twice`);
      inRun.add(String(id));
    };
    for (const { user1_id, user2_id } of pairs) {
      add(user1_id);
      add(user2_id);
    }
    for (const { member_id } of left) add(member_id);
    const members = this.#rows('select rowid as "key", * from members');
    const read = new Set(reading.rows.map(([key, createdAt]) => `${key} ${createdAt}`));
    for (const member of members) {
      const id = String(member.id);
      const takesPart = this.#takesPart(member, { date, now });
      if (inRun.has(id) && !takesPart) {
        this.complain("takes no part", `${id} is in the run of ${date}`);
      }
      if (!inRun.has(id) && takesPart && read.has(`${member.key} ${member.created_at}`)) {
        this.complain("run", `${id} was read and is neither paired nor left out`);
      }
    }
    const blocked = new Set(
      this.#rows("select blocker_id, blocked_id from blocks").map((row) =>
        pairKey(String(row.blocker_id), String(row.blocked_id)),
      ),
    );
    for (const { user1_id, user2_id } of pairs) {
      if (blocked.has(pairKey(String(user1_id), String(user2_id)))) {
        this.complain("blocked", `${user1_id} and ${user2_id} are paired`);
      }
    }
  }

  /** The contract's conditions for taking part, written once more from the columns alone. */
  #takesPart(member: Row, { date, now }: { date: string; now: number }): boolean {
    if (this.isBarred(String(member.id), now)) return false;
    const { paused_from: from, paused_until: until } = member;
    if (from !== null && String(from) <= date && (until === null || String(until) > date))
      return false;
    if (member.email_verified_at === null) return false;
    return !this.#isAway(member, now);
  }

  /** Whether a member was not seen for 14 days, and was notified on an earlier day. */
  #isAway({ last_seen_on, paused_until, absence_told_on }: Row, now: number): boolean {
    if (last_seen_on === null || absence_told_on === null) return false;
    const seen = [String(last_seen_on), String(paused_until ?? "")].sort().at(-1) as string;
    return (
      seen < dateOf(now - 14 * DAY_MS) &&
      String(absence_told_on) > seen &&
      String(absence_told_on) < dateOf(now)
    );
  }

  isBarred(memberId: string, now: number): boolean {
    let barred: Row | null = null;
    for (const act of this.#rows(
      "select * from member_actions where member_id = ? order by sequence",
      memberId,
    )) {
      if (act.kind === "suspend" || act.kind === "ban") barred = act;
      else if (act.kind === "lift" && (act.lifts_id === null || act.lifts_id === barred?.id))
        barred = null;
    }
    return barred !== null && (barred.kind === "ban" || Number(barred.until) > now);
  }

  /** Checks the result by the oracle against the rows that the run has read. @returns each member's number of compatible ones */
  #judgeResult(date: string, reading: Reading): Map<string, number> & { needed?: number } {
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
    const output: Output = { pairs: reading.pairs, unmatched };
    const verdict = checkValidity(input, output);
    for (const problem of verdict.problems) this.complain("result", problem);
    const optimum = findOptimum(input, output);
    if (verdict.pairs !== optimum.maximum) {
      this.complain("maximum", `${verdict.pairs} pairs of ${optimum.maximum}`);
    }
    if (verdict.covered.join() !== optimum.coverable.join()) {
      this.complain("longest waits", `${verdict.covered} of ${optimum.coverable}`);
    }
    const { people, numbers, suits } = numberPeople(input);
    const choices: Map<string, number> & { needed?: number } = new Map();
    for (const [id, n] of numbers) {
      let count = 0;
      for (let other = 0; other < people.length; other++) count += Number(suits(n, other));
      choices.set(id, count);
    }
    choices.needed = Math.min(5, Math.ceil(members.length / 20));
    return choices;
  }

  /** Updates the expected waits by a run; see docs/rules.md#waits. */
  #judgeWaits(
    run: { id: string; date: string; isPast: boolean },
    pairs: Row[],
    left: Row[],
    counts: (member: string) => boolean,
  ): void {
    const { waits } = this.memory;
    const before = ({ waited, before: earlier, on }: Wait) => (on >= run.date ? earlier : waited);
    const judge = (id: string, toWait: (before: number) => number) => {
      const wait = waits.get(id) ?? { waited: 0, before: 0, on: "" };
      // A later night has changed the wait already, so the expected one is unknown.
      if (wait.on > run.date) return waits.delete(id);
      const earlier = before(wait);
      return waits.set(id, { waited: toWait(earlier), before: earlier, on: run.date });
    };
    if (!run.isPast) {
      const here = new Set<string>();
      for (const { user1_id, user2_id } of pairs) {
        for (const id of [String(user1_id), String(user2_id)]) {
          here.add(id);
          judge(id, () => 0);
        }
      }
      for (const { member_id, ended_early } of left) {
        const id = String(member_id);
        here.add(id);
        if (ended_early === 1) continue;
        judge(id, (earlier) => earlier + Number(counts(id)));
      }
      // The night's last run counts: a member who was only in an earlier one has the wait from before it, unless their
      // conversation is still open.
      for (const [id, wait] of waits) {
        if (wait.on !== run.date || here.has(id) || !this.#wasInOther(id, run)) continue;
        if (!this.#isInConversation(id, run.date)) wait.waited = wait.before;
      }
    }
    this.compareWaits();
  }

  #wasInOther(id: string, { id: runId, date }: { id: string; date: string }): boolean {
    const runs = "select id from pairing_runs where date = ? and state = 'published' and id <> ?";
    return (
      this.#rows(
        `select 1 from pairings where run_id in (${runs}) and ? in (user1_id, user2_id)
         union all select 1 from day_offs where run_id in (${runs}) and member_id = ? limit 1`,
        date,
        runId,
        id,
        date,
        runId,
        id,
      ).length > 0
    );
  }

  #isInConversation(id: string, date: string): boolean {
    return (
      this.#rows(
        "select 1 from pairings where ? in (user1_id, user2_id) and pairing_date = ? and expires_at > ?",
        id,
        date,
        this.#now(),
      ).length > 0
    );
  }

  /** Compares the stored waits with the expected ones. */
  compareWaits(): void {
    for (const { id, waited } of this.#rows("select id, waited from members")) {
      const wait = this.memory.waits.get(String(id));
      if (wait && Math.min(wait.waited, MOST_WAITED) !== Math.min(Number(waited), MOST_WAITED)) {
        this.complain("wait", `${id} has ${waited} instead of ${wait.waited}`);
        wait.waited = Number(waited);
      }
    }
  }

  /** Ends the wait of members whose change demands it (docs/rules.md#waits), and notes deleted members. */
  #followWishes(): void {
    const { wishes, waits, deleted } = this.memory;
    const found = new Set<string>();
    for (const row of this.#rows(
      `select id, gender, dob, preferred_match_gender, minimum_age_preference, maximum_age_preference, distance_preference,
         latitude, longitude from members`,
    )) {
      const id = String(row.id);
      found.add(id);
      const known = wishes.get(id);
      const wait = waits.get(id);
      if (!known) waits.set(id, { waited: 0, before: 0, on: "" });
      else if (wait && excludes(known, row)) {
        wait.waited = 0;
        wait.before = 0;
      }
      wishes.set(id, row);
    }
    const gone = [...wishes.keys()].filter((id) => !found.has(id));
    if (gone.length === 0) return;
    for (const id of gone) {
      const at = this.#goneAt.get(id) ?? this.#now();
      this.#goneAt.set(id, at);
      deleted.add(id);
      wishes.delete(id);
      waits.delete(id);
      this.#deprive([id], at);
    }
  }

  /**
   * Checks that a member whose partner has left or was suspended has waited a night at least, if the run counts for them. The
   * expected wait and its night are taken from the database, which decides whether the conversation was open.
   */
  #deprive(leavers: string[], at = this.#now()): void {
    for (const id of leavers) {
      const open = this.memory.newest.get(id);
      this.memory.newest.delete(id);
      if (!open || open.expiresAt <= at - IN_FLIGHT_MS) continue;
      const [partner] = this.#rows("select * from members where id = ?", open.partner);
      const wait = this.memory.waits.get(open.partner);
      const left = this.memory.newest.get(open.partner);
      if (!partner || !wait || left?.partner !== id) continue;
      this.memory.newest.delete(open.partner);
      if (this.isBarred(open.partner, at)) continue;
      const hasWaited = Number(partner.waited) >= 1;
      if (left.counted && !hasWaited && open.expiresAt > at) {
        this.complain("wait", `${open.partner} lost ${id} and has not waited`);
      }
      wait.waited = Math.max(wait.waited, hasWaited ? 1 : 0);
      wait.before = Number(partner.waited_before);
      wait.on = String(partner.waited_on ?? "");
    }
  }

  #judgeActions(statements: Ran[]): void {
    for (const made of this.#rows("select * from member_actions order by sequence")) {
      if (this.memory.judged.has(String(made.id))) continue;
      this.memory.judged.add(String(made.id));
      this.#judgeAction(made, statements);
    }
  }

  #judgeAction(made: Row, statements: Ran[]): void {
    if (made.kind === "suspend" || made.kind === "ban") {
      // An action that a restore repeats took the partner away when it was first made.
      this.#deprive([String(made.member_id)], Number(made.created_at));
      const open = this.#rows(
        `select 1 from pairings p join pairing_runs r on r.id = p.run_id and r.state = 'published'
         where ? in (p.user1_id, p.user2_id) and p.expires_at > ?`,
        String(made.member_id),
        this.#now(),
      );
      if (open.length > 0) this.complain("barred", `${made.member_id} keeps an open conversation`);
    }
    // An action that a restore repeats has no admin, and was audited before.
    const isAudited = statements.some(
      ({ sql, changes }) => /^\s*insert into audit_events/.test(sql) && changes > 0,
    );
    if (made.admin_id !== null && !isAudited) this.complain("audit", `${made.kind} has no row`);
  }

  #expectIntroductions(runId: string, pairs: Row[]): void {
    for (const { id, user1_id, user2_id, expires_at } of pairs) {
      // A notification may be tried for six hours, and may then be too late.
      if (Number(expires_at) - this.#now() < MOST_TRIED_MS) continue;
      for (const device of this.#rows(
        "select id, endpoint from push_subscriptions where member_id in (?, ?)",
        String(user1_id),
        String(user2_id),
      )) {
        this.memory.introductions.push({
          runId,
          conversationId: String(id),
          subscriptionId: String(device.id),
          device: String(device.endpoint).split("/").at(-1) ?? "",
          expiresAt: Number(expires_at),
        });
      }
    }
  }

  /**
   * Checks that each published pairing whose two members still exist is in the database.
   * @param isAtRest whether everything has come to rest: before that, a restore may have brought back a deleted member
   */
  requirePairings({ isAtRest = false } = {}): void {
    const stored = new Set(this.#rows("select id from pairings").map(({ id }) => String(id)));
    const members = new Set(this.#rows("select id from members").map(({ id }) => String(id)));
    for (const [id, two] of this.memory.pairings) {
      if (stored.has(id)) continue;
      if (!two.every((one) => members.has(one))) {
        this.memory.pairings.delete(id);
        continue;
      }
      if (!isAtRest && two.some((one) => this.#goneAt.has(one))) continue;
      this.complain("pairing lost", `${id} is not in the database`);
    }
  }

  /** Drops the readings of runs, which a restore ends. */
  forget(): void {
    this.#readings.clear();
  }
}

const kilometres = (a: Row, b: Row) => {
  const radians = (degrees: unknown) => (Number(degrees) * Math.PI) / 180;
  const [y1, y2] = [radians(a.latitude), radians(b.latitude)];
  const x = radians(Number(b.longitude) - Number(a.longitude));
  const cosine = Math.sin(y1) * Math.sin(y2) + Math.cos(y1) * Math.cos(y2) * Math.cos(x);
  return 6371 * Math.acos(Math.min(1, Math.max(-1, cosine)));
};

/** Whether a change ends a wait (docs/rules.md#waits). */
function excludes(old: Row, now: Row): boolean {
  if (old.gender !== now.gender || old.dob !== now.dob) return true;
  const { preferred_match_gender: wish } = now;
  if (wish !== null && wish !== old.preferred_match_gender) return true;
  const least = (row: Row) => Number(row.minimum_age_preference ?? 18);
  const most = (row: Row) => Number(row.maximum_age_preference ?? 80);
  if (least(now) > least(old) || most(now) < most(old)) return true;
  const within = (row: Row) =>
    row.distance_preference === null ? Number.POSITIVE_INFINITY : Number(row.distance_preference);
  if (within(now) < within(old)) return true;
  if (old.latitude === null) return false;
  return now.latitude === null || kilometres(old, now) > SAME_POOL_KM;
}
