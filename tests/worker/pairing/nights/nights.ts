import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Delivery } from "~/core/notices/delivery";
import { MAX_RETRIES } from "~/core/notices/retries";
import { createApp } from "~/worker/app";
import { handleQueue } from "~/worker/deliveries";
import { handleScheduled } from "~/worker/scheduled";
import { emptyDatabase } from "../../../support/api";
import { signToken } from "../../../support/seed";
import { Judge, type Ran, rowsOf } from "./judge";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BEGIN = Date.UTC(2031, 2, 1, 20);
const FIRST_NIGHT = Date.UTC(2031, 2, 2);
const DAYS = 2;
const ADMINS = 2;
const ORIGIN = "https://happenstance.test";
/**
 * An invocation can fail at one of its trips to the database, and others can act before one of them.
 * Each of the two trips is drawn from this many first trips of the invocation.
 */
const TRIPS = { cron: 30, request: 8 };
const REMINDER = "Today's introduction is waiting";
const ABSENCE = "We're pausing your introductions tomorrow";

const WISHES = [
  { preferred_match_gender: "Female" },
  { preferred_match_gender: null },
  { minimum_age_preference: 25, maximum_age_preference: 60 },
  { distance_preference: 100 },
  { distance_preference: null, minimum_age_preference: null, maximum_age_preference: null },
  { latitude: 52.5, longitude: 13.4 },
  { latitude: 48.1, longitude: 11.6 },
  { latitude: null, longitude: null },
];

export interface NightBug {
  name: string;
  /** The judge finds the bug in the nights of this seed. */
  seed: number;
  /** SQL that creates the bug in the database, and SQL that removes it. */
  begin?: string;
  end?: string;
  sql?(statement: string): string;
}

interface Account {
  id: string;
  token: string;
}

/** A request, a cron or a batch of the queue. */
interface Invocation {
  trips: number;
  isDead: boolean;
  die: () => void;
  fault: { trip: number; kind: "before" | "after" | "death" } | null;
  /** What others do before one of the invocation's trips. */
  meanwhile: { trip: number; work: () => Promise<unknown> } | null;
}

interface Queued {
  id: string;
  body: Delivery;
  attempts: number;
}

interface Bound {
  text: string;
  values: unknown[];
  real: D1PreparedStatement;
}

const app = createApp(async () => new Response(null, { status: 404 }));
const never = () => new Promise<never>(() => {});

/**
 * Runs some random days of a population, in the real Worker on the real database. Members and admins act, and crons
 * come late, twice or never. Between two database calls of one invocation, others can act. A database call can fail, or
 * the invocation can die at it. The same seed gives the same days.
 * @returns what broke the rules, as the judge of these nights found
 */
export async function runNights(seed: number, bug?: NightBug): Promise<string[]> {
  const { error, warn } = console;
  vi.useFakeTimers({ toFake: ["Date"], now: BEGIN });
  const nights = new Nights(seed, bug);
  const fill = vi.spyOn(crypto, "getRandomValues").mockImplementation((bytes) => {
    const list = bytes as unknown as Uint8Array;
    for (let i = 0; i < list.length; i++) list[i] = Math.floor(nights.chance() * 256);
    return bytes;
  });
  vi.stubGlobal("scheduler", { wait: async (ms: number) => nights.pass(ms) });
  await emptyDatabase();
  if (bug?.begin) await env.DB.prepare(bug.begin).run();
  try {
    console.error = (...line) => nights.takeError(line.map(String).join(" "));
    console.warn = () => {};
    return await nights.run();
  } finally {
    if (bug?.end) await env.DB.prepare(bug.end).run();
    Object.assign(console, { error, warn });
    fill.mockRestore();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
}

class Nights {
  #state: number;
  #bug: NightBug | undefined;
  #judge = new Judge(() => Date.now());
  #accounts: Account[] = [];
  #hasFaults: boolean;
  #depth = 0;
  #queue: Queued[] = [];
  #messages = 0;
  #trips: Promise<void> = Promise.resolve();
  /** How many times each introduction was queued. The key is the member and the conversation. */
  #introduced = new Map<string, number>();
  /** Each sent mail, as a text of its subject, address and date. */
  #mails: string[] = [];
  #undelivered = new Set<string>();

  constructor(seed: number, bug: NightBug | undefined) {
    this.#state = seed;
    this.#bug = bug;
    // A third of the seeds have no faults. In their nights everything must happen exactly once.
    this.#hasFaults = seed % 3 > 0;
  }

  /** A random number below 1, by the algorithm Mulberry32. */
  chance(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  pass(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  takeError(line: string): void {
    if (!this.#hasFaults) this.#judge.complain("logged", line.slice(0, 300));
  }

  #below = (limit: number) => Math.floor(this.chance() * limit);
  #pick = <One>(list: readonly One[]) => list[this.#below(list.length)] as One;
  #fails = (share: number) => this.#hasFaults && this.chance() < share;

  async run(): Promise<string[]> {
    await this.#populate();
    await this.#judge.begin();
    for (let day = 0; day < DAYS; day++) {
      const midnight = FIRST_NIGHT + day * DAY_MS;
      const events = await this.#planDay(midnight);
      for (const { at, work } of events.sort((one, other) => one.at - other.at)) {
        this.pass(Math.max(0, at - Date.now()));
        await work();
        await this.#deliver();
        if (this.#judge.complaints.length > 0) return this.#judge.complaints;
      }
    }
    await this.#rest(FIRST_NIGHT + DAYS * DAY_MS);
    return this.#judge.complaints;
  }

  /**
   * Plans the crons of `wrangler.midnight.toml` for a day, and what people do. Of the crons that
   * come every few minutes, only some are planned.
   */
  async #planDay(midnight: number) {
    const absent = await rowsOf("select rowid as n from members where last_seen_on is not null");
    // The cron that comes every ten minutes notifies the absent members of only one range of row ids
    // each time.
    const ticks = [...absent.map(({ n }) => Number(n) * 10), 540, 720, 1260];
    const crons: [cron: string, minute: number][] = [
      ["0 0 * * *", 0],
      ["5 0 * * *", 5],
      ["50 * * * *", 50],
      ["17 1-23 * * *", 77],
      ...ticks.map((minute): [string, number] => ["*/10 * * * *", minute]),
      ["0 23 * * *", 1380],
    ];
    const events = crons.flatMap(([cron, minute]) => {
      if (this.#fails(0.15)) return [];
      const planned = midnight + minute * MINUTE_MS;
      return Array.from({ length: this.#fails(0.15) ? 2 : 1 }, () => {
        const late = this.#fails(0.2) ? this.#below(40 * MINUTE_MS) : this.#below(2_000);
        return { at: planned + late, work: () => this.#runCron(cron, planned) };
      });
    });
    for (let deeds = 5 + this.#below(15); deeds > 0; deeds--) {
      const at = midnight + (this.chance() < 0.5 ? this.#below(DAY_MS) : this.#below(HOUR_MS));
      events.push({ at, work: () => this.#act() });
    }
    return events;
  }

  async #runCron(cron: string, planned: number): Promise<void> {
    await this.#invoke(TRIPS.cron, async (bindings, context) => {
      const controller = { cron, scheduledTime: planned, noRetry() {} };
      await handleScheduled(controller as ScheduledController, bindings, context);
    });
  }

  /** Runs an invocation until it dies, or until it and all its deferred work have ended. */
  async #invoke(
    trips: number,
    work: (bindings: typeof env, context: ExecutionContext) => Promise<unknown>,
  ): Promise<void> {
    let die = () => {};
    const death = new Promise<void>((resolve) => {
      die = resolve;
    });
    const invocation: Invocation = {
      ...{ trips: 0, isDead: false, fault: null, meanwhile: null },
      die,
    };
    if (this.#fails(0.2)) {
      const kind = this.#pick(["before", "after", "death"] as const);
      invocation.fault = { trip: this.#below(trips), kind };
    }
    if (this.#depth < 2 && this.chance() < (trips === TRIPS.cron ? 0.6 : 0.1))
      invocation.meanwhile = { trip: this.#below(trips), work: () => this.#interfere() };
    const deferred: Promise<unknown>[] = [];
    const context = { waitUntil: (one: Promise<unknown>) => deferred.push(one.catch(() => {})) };
    const finish = async () => {
      await work(this.#bindings(invocation), context as unknown as ExecutionContext).catch(
        () => {},
      );
      for (const one of deferred) await one;
    };
    await Promise.race([finish(), death]);
  }

  /** While an invocation waits for the database, members act or a cron is delivered again. */
  async #interfere(): Promise<void> {
    this.#depth += 1;
    for (let deeds = 1 + this.#below(3); deeds > 0; deeds--) {
      if (this.chance() < 0.8) await this.#act();
      else await this.#runCron("5 0 * * *", Date.now());
    }
    this.#depth -= 1;
  }

  #bindings(invocation: Invocation): typeof env {
    const send = async (mail: { to: string; subject: string }) => {
      if (this.#fails(0.1))
        throw Object.assign(new Error("limit"), { code: "E_RATE_LIMIT_EXCEEDED" });
      this.#mails.push(`${mail.subject} to ${mail.to} on ${new Date().toISOString().slice(0, 10)}`);
      return {};
    };
    return {
      ...env,
      DB: this.#database(invocation),
      DELIVERIES: { sendBatch: (list: { body: Delivery }[]) => this.#enqueue(list) },
      EMAIL: { send },
      MAIL_FROM: "Happenstance <post@happenstance.example>",
      ORIGIN,
      PROOF_OF_WORK: "0",
      VAPID_PUBLIC_KEY: `B${"a".repeat(86)}`,
      VAPID_PRIVATE_KEY: "a".repeat(43),
    } as unknown as typeof env;
  }

  /** The real database. Each trip takes some milliseconds, and the invocation can die at any of its trips. */
  #database(invocation: Invocation): D1Database {
    const trip = async <Result>(
      statements: Bound[],
      work: () => Promise<Result>,
      toRows: (result: Result) => { rows: unknown[]; changes: number }[],
    ): Promise<Result> => {
      const { fault, meanwhile } = invocation;
      if (invocation.isDead) return never();
      const number = invocation.trips++;
      if (meanwhile?.trip === number) await meanwhile.work();
      this.pass(1 + this.#below(4));
      if (fault?.trip === number && fault.kind === "before")
        throw new Error("D1_ERROR: overloaded");
      // Trips run one after the other, so that their order depends only on the seed.
      const earlier = this.#trips;
      let end = () => {};
      this.#trips = new Promise((resolve) => {
        end = resolve;
      });
      await earlier;
      const result = await work().finally(end);
      const ran = toRows(result).map((one, i): Ran => {
        const { text: sql = "", values = [] } = statements[i] ?? {};
        return { sql, values, ...one };
      });
      await this.#judge
        .committed(invocation, ran)
        .catch((error) => this.#judge.complain("judge", String(error)));
      if (fault?.trip !== number) return result;
      if (fault.kind === "after") throw new Error("D1_ERROR: lost after the commit");
      invocation.isDead = true;
      invocation.die();
      return never();
    };
    const toRow = ({ results, meta }: D1Result<unknown>) => ({
      rows: results ?? [],
      changes: Number(meta.changes ?? 0),
    });
    const statement = (text: string, values: unknown[] = []) => {
      const real = env.DB.prepare(this.#bug?.sql?.(text) ?? text).bind(...values);
      const one = { text, values, real };
      const all = () =>
        trip(
          [one],
          () => real.all(),
          (result) => [toRow(result)],
        );
      return {
        ...one,
        bind: (...given: unknown[]) => statement(text, given),
        all,
        run: all,
        raw: () =>
          trip(
            [one],
            () => real.raw(),
            (rows) => [{ rows, changes: 0 }],
          ),
      };
    };
    const binding = {
      prepare: (text: string) => statement(text),
      batch: (list: Bound[]) =>
        trip(
          list,
          () => env.DB.batch(list.map(({ real }) => real)),
          (all) => all.map(toRow),
        ),
    };
    return binding as unknown as D1Database;
  }

  async #enqueue(list: { body: Delivery }[]): Promise<void> {
    if (this.#fails(0.05)) throw new Error("the queue is down");
    for (const { body } of list) {
      if (body.kind !== "notices") {
        const times = this.#fails(0.1) ? 2 : 1;
        for (let i = 0; i < times; i++)
          this.#queue.push({ id: `message ${++this.#messages}`, body, attempts: 0 });
        continue;
      }
      for (const [memberId, notice] of body.to) {
        if (notice.kind !== "introduction") continue;
        const { conversationId } = notice;
        const key = `${memberId} ${conversationId}`;
        this.#introduced.set(key, (this.#introduced.get(key) ?? 0) + 1);
        const early = await rowsOf(
          "select 1 from pairings p join pairing_runs r on r.id = p.run_id where p.id = ? and r.state <> 'published'",
          conversationId,
        );
        if (early.length > 0)
          this.#judge.complain("notice", `of ${conversationId} before its run is published`);
      }
    }
  }

  /** Delivers the messages in the queue, and the messages that these add, in at most two rounds. */
  async #deliver(): Promise<void> {
    for (let round = 0; this.#queue.length > 0 && round < 2; round++) {
      const waiting = new Set(this.#queue.splice(0));
      const again = (queued: Queued) => {
        if (!waiting.delete(queued)) return;
        if (queued.attempts <= MAX_RETRIES) this.#queue.push(queued);
        else if (queued.body.kind === "mail") this.#undelivered.add(queued.body.memberId);
      };
      const messages = [...waiting].map((queued) => {
        queued.attempts += 1;
        const ack = () => waiting.delete(queued);
        return { ...queued, timestamp: new Date(), ack, retry: () => again(queued) };
      });
      await this.#invoke(TRIPS.request, async (bindings, context) => {
        const batch = { queue: "deliveries", messages } as unknown as MessageBatch;
        await handleQueue(batch, bindings, context);
      });
      // If the consumer died, the queue delivers its messages again.
      for (const queued of waiting) again(queued);
    }
  }

  /** @returns null if the Worker died before it answered */
  async #call(account: Account, method: string, path: string, body?: object) {
    const headers: Record<string, string> = {
      authorization: `Bearer ${account.token}`,
      // Each member has their own network, because other tests check the limits per address.
      "cf-connecting-ip": `2001:db8:${this.#accounts.indexOf(account).toString(16)}::1`,
    };
    if (body) headers["content-type"] = "application/json";
    const request = new Request(`${ORIGIN}${path}`, {
      ...{ method, headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    let answer: { status: number; text: string } | null = null;
    await this.#invoke(TRIPS.request, async (bindings, context) => {
      const response = await app.fetch(request, bindings, context);
      answer = { status: response.status, text: await response.text() };
    });
    return answer as { status: number; text: string } | null;
  }

  async #act(): Promise<void> {
    const account = this.#accounts[ADMINS + this.#below(this.#accounts.length - ADMINS)] as Account;
    // The pair can belong to a run that is not published yet.
    const [conversation] = await rowsOf(
      `select id, iif(user1_id = ?1, user2_id, user1_id) as partner from pairings
       where ?1 in (user1_id, user2_id) order by rowid desc limit 1`,
      account.id,
    );
    const partner = conversation?.partner ?? this.#pick(this.#accounts).id;
    const call = (method: string, path: string, body?: object) =>
      this.#call(account, method, path, body);
    const byAdmin = (method: string, path: string, body?: object) =>
      this.#call(this.#accounts[this.#below(ADMINS)] as Account, method, path, body);
    const act = (kind: string) =>
      byAdmin("POST", `/api/admin/members/${account.id}/actions`, {
        ...{ reason: "spam", text: "for reasons", kind },
        ...(kind === "suspend" ? { days: 1 + this.#below(3) } : {}),
      });
    const pause = (until: string) => call("PUT", "/api/users/availability", { pause: until });
    const say = (rest: string, method: string, body?: object) =>
      conversation && call(method, `/api/pairings/conversation/${conversation.id}/${rest}`, body);
    const deeds: (() => unknown)[] = [
      () => this.#register(),
      () => pause("open"),
      () => pause("tomorrow"),
      () => pause("none"),
      () => call("POST", `/api/blocks/${partner}`),
      () => call("POST", `/api/blocks/${partner}`),
      () => call("DELETE", `/api/blocks/${partner}`),
      () => call("POST", `/api/reports/${partner}`, { reason: "spam", details: "details" }),
      () => say("messages", "GET"),
      () => say("messages", "POST", { content: "hello", client_id: `key${this.chance()}` }),
      () => call("PUT", "/api/users/profile", this.#pick(WISHES)),
      () => call("DELETE", "/api/users/account"),
      () => act("suspend"),
      () => act("suspend"),
      () => act("ban"),
      () => act("lift"),
      () => byAdmin("POST", "/api/pairings/trigger-pairings"),
    ];
    await this.#pick(deeds)();
  }

  async #register(): Promise<void> {
    const id = `new${this.#accounts.length}`;
    await this.#store([id]);
    await env.DB.prepare("update members set created_at = ? where id = ?")
      .bind(Date.now(), id)
      .run();
    await this.#judge.committed(this, [
      { sql: "insert into members", values: [], rows: [], changes: 1 },
    ]);
  }

  async #populate(): Promise<void> {
    const names = Array.from({ length: 18 + this.#below(12) }, (_, i) => `member${i}`);
    await this.#store(["admin0", "admin1", ...names]);
    await env.DB.batch([
      env.DB.prepare(
        "update members set is_admin = 1, email_verified_at = 1 where id like 'admin%'",
      ),
      env.DB.prepare(
        `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, label, created_at)
         select id, id, 'session-' || id, 'https://fcm.googleapis.com/' || id, '-', '-', 'Firefox', ${BEGIN}
         from members where is_admin = 0 and rowid % 3 = 0`,
      ),
      env.DB.prepare(
        `insert into reminders (member_id, is_on, changed_at, due_at) select id, 1, ${BEGIN}, ${BEGIN} from members m
         where is_admin = 0 and not exists(select 1 from push_subscriptions s where s.member_id = m.id)`,
      ),
    ]);
  }

  async #store(ids: string[]): Promise<void> {
    const of = <One>(share: number, value: One) => (this.chance() < share ? value : null);
    const genders = ["Male", "Female", "Female", "Male", "Non-Binary", null];
    const rows = ids.map((id) => {
      const least = of(0.25, 18 + this.#below(20));
      const isPlaced = this.chance() < 0.7;
      return {
        ...{ id, name: id, email: `${id}@example.org`, password_hash: "-" },
        dob: `${1960 + this.#below(45)}-0${1 + this.#below(9)}-15`,
        gender: this.#pick(genders),
        preferred_match_gender: of(0.55, this.#pick(["Male", "Female", "Female", "Non-Binary"])),
        latitude: isPlaced ? Math.round(500 + this.chance() * 30) / 10 : null,
        longitude: isPlaced ? Math.round(80 + this.chance() * 40) / 10 : null,
        distance_preference: of(0.2, 50 + 5 * this.#below(40)),
        minimum_age_preference: least,
        maximum_age_preference: least && least + 25,
        created_at: BEGIN - 200 * DAY_MS,
        email_verified_at: of(0.9, BEGIN),
        last_seen_on: of(0.2, new Date(BEGIN - 13 * DAY_MS).toISOString().slice(0, 10)),
      };
    });
    const columns = Object.keys(rows[0] ?? {});
    const fields = columns.map((name) => `j.value ->> '${name}'`).join(", ");
    const json = JSON.stringify(rows);
    const ends = BEGIN + 60 * DAY_MS;
    await env.DB.batch([
      env.DB.prepare(
        `insert into members (${columns.join(", ")}) select ${fields} from json_each(?) j`,
      ).bind(json),
      env.DB.prepare(
        `insert into sessions (id, member_id, created_at, expires_at)
         select 'session-' || (j.value ->> 'id'), j.value ->> 'id', ${BEGIN}, ${ends} from json_each(?) j`,
      ).bind(json),
    ]);
    for (const id of ids)
      this.#accounts.push({ id, token: await signToken(id, `session-${id}`, ends) });
  }

  /** Ends all faults and runs one more night, after which nothing must be left undone. */
  async #rest(midnight: number): Promise<void> {
    const hadFaults = this.#hasFaults;
    this.#hasFaults = false;
    this.#depth = 2;
    // The times are far apart, because a job that has failed many times waits for up to two hours.
    const ticks = [10, 20, 40, 150, 290, 430, 570];
    for (const [cron, minute] of [
      ...[["0 0 * * *", 0] as const, ["5 0 * * *", 5] as const],
      ...ticks.map((minute) => ["*/10 * * * *", minute] as const),
      ["50 * * * *", 770] as const,
    ]) {
      this.pass(midnight + minute * MINUTE_MS - Date.now());
      await this.#runCron(cron, Date.now());
      await this.#deliver();
    }
    const judge = this.#judge;
    const left = await rowsOf(
      `select 'job ' || kind as what from jobs where attempts < 20
       union all select 'claim ' || id from pairing_runs where state = 'claimed'`,
    );
    for (const { what } of left) judge.complain("left undone", String(what));
    const date = new Date(midnight).toISOString().slice(0, 10);
    const runs = "select 1 from pairing_runs where state = 'published' and date = ?";
    if ((await rowsOf(runs, date)).length !== 1) judge.complain("no run", date);
    await judge.compareWaits();
    await judge.requirePairings();
    await this.#judgeDeletions();
    await this.#judgeNotices(hadFaults);
    await this.#judgeMails();
  }

  async #judgeDeletions(): Promise<void> {
    const tables = await rowsOf(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_cf%' escape '\\'",
    );
    for (const { name } of tables) {
      const content = JSON.stringify(await rowsOf(`select * from ${name}`));
      for (const id of this.#judge.gone.keys())
        if (content.includes(`"${id}"`)) this.#judge.complain("deleted", `${id} is in ${name}`);
    }
  }

  /**
   * Checks that the notice of each introduction was queued for each member with a device, and
   * exactly once if there were no faults.
   */
  async #judgeNotices(hadFaults: boolean): Promise<void> {
    const rows = await rowsOf(
      `select s.member_id as id, p.id as pairing from push_subscriptions s
       join pairings p on s.member_id in (p.user1_id, p.user2_id)
       where p.expires_at % ${DAY_MS} = 0 and p.sealed_shut_at is null`,
    );
    for (const { id, pairing } of rows) {
      if (!this.#judge.introductions.get(String(pairing))?.includes(String(id))) continue;
      const times = this.#introduced.get(`${id} ${pairing}`) ?? 0;
      if (times === 0 || (times > 1 && !hadFaults))
        this.#judge.complain("notice", `${id} was told ${times} times of ${pairing}`);
    }
  }

  /**
   * Checks that a member is reminded at most once a day, and that each absent member with a
   * confirmed address got the mail about the coming pause, unless it could not be delivered.
   */
  async #judgeMails(): Promise<void> {
    const reminders = this.#mails.filter((mail) => mail.startsWith(REMINDER));
    for (const mail of new Set(reminders)) {
      const times = reminders.filter((one) => one === mail).length;
      if (times > 1) this.#judge.complain("mail", `${times} times ${mail}`);
    }
    const away = await rowsOf(
      "select id, email from members where absence_told_on is not null and email_verified_at is not null",
    );
    for (const { id, email } of away) {
      const isTold = this.#mails.some((mail) => mail.startsWith(`${ABSENCE} to ${email} `));
      if (!isTold && !this.#undelivered.has(String(id)))
        this.#judge.complain("mail", `${email} was never told of the pause by absence`);
    }
  }
}
