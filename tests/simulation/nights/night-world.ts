import { createTokenSigner } from "~/core/accounts/tokens";
import type { Delivery } from "~/core/notices/delivery-messages";
import { restoreStatements } from "~/scripts/lib/restore-statements";
import type { DatabaseFault } from "../database";
import { SimulatedRequest, SimulatedResponse } from "../http";
import { setRunning } from "../running";
import { Actor, Schedule } from "../schedule";
import { REAL_CLASSES, SECRET, type ServerClasses, SimulatedServer } from "../server";
import { HistoryDatabase, StoragePool } from "../sqlite";
import { hashOf } from "./bcrypt";
import { Judge, MOST_TRIED_MS } from "./judge";
import { judgeMails, type SentMail } from "./judge-mails";
import {
  type Deed,
  deedOf,
  deedsOf,
  faultsOf,
  MOMENTS,
  type NightFault,
  type NightPlan,
  type NightStep,
} from "./plan";
import { SimulatedQueue } from "./queue";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The evening before the first night. */
const BEGIN = Date.UTC(2031, 2, 1, 20);
const FIRST_NIGHT = Date.UTC(2031, 2, 2);
/** Age of pairings that a run no longer counts as repeats. */
const OLD_DAYS = 37;
const MOST_MEMBERS = 200;
const ADMINS = 2;
const ORIGIN = "https://happenstance.test";
const MOST_STEPS = 2_000_000;
/** Crons that the operator runs by hand after a restore. */
const MOST_REPLAYS = 12;

const WISHES = [
  { preferred_match_gender: "Female" },
  { preferred_match_gender: null },
  { minimum_age_preference: 25, maximum_age_preference: 60 },
  { distance_preference: 100 },
  { distance_preference: null, minimum_age_preference: null, maximum_age_preference: null },
  { languages: ["en"] },
];
const PLACES = [
  { latitude: 52.5, longitude: 13.4 },
  { latitude: 48.1, longitude: 11.6 },
  { latitude: null, longitude: null },
];

interface Account {
  id: string;
  email: string;
  password: string;
  token: string;
  isGone: boolean;
}

/** The prepared database and the members, shared by all histories. */
export interface NightGround {
  d1: HistoryDatabase;
  storages: StoragePool;
  accounts: Account[];
}

/** A bug on purpose, as changes around the real parts. */
export interface NightBug {
  name: string;
  /** Number of histories of the tests' seed before the first that shows it. */
  skip?: number;
  /** A statement that changes the database before the first night. */
  begin?: string;
  /** Changes a statement. */
  sql?(statement: string): string;
  /** Number of statements that it has changed so far. */
  made?: { changes: number };
  classes?(classes: ServerClasses): ServerClasses;
}

export interface NightOutcome {
  complaints: string[];
  errors: unknown[];
  nights: number;
  steps: number;
  /** How often each status of an answer, each deed, mail and notification was seen. */
  reached: Map<string, number>;
  /** A digest of the stored rows, the same for the same plan. */
  digest: number;
}

/** @param schema the migrations, in their order */
export async function prepareNights(schema: string[]): Promise<NightGround> {
  const signer = createTokenSigner({ signingSecret: SECRET, previousSigningSecret: undefined });
  const accounts: Account[] = [];
  for (let i = 0; i < MOST_MEMBERS; i++) {
    const id = i < ADMINS ? `admin${i}` : `member${String(i).padStart(3, "0")}`;
    const expiresAt = BEGIN + 300 * DAY_MS;
    const token = await signer.sign({ memberId: id, sessionId: `session-${id}`, expiresAt });
    accounts.push({
      id,
      email: `${id}@example.org`,
      password: `the words of ${id}`,
      token,
      isGone: false,
    });
  }
  return { d1: new HistoryDatabase(schema.join("\n")), storages: new StoragePool(), accounts };
}

/** Runs one history to its end, within one turn of the real event loop. */
export function runNights(
  ground: NightGround,
  plan: NightPlan,
  bug?: NightBug | null,
): NightOutcome {
  ground.d1.begin();
  try {
    return new NightWorld(ground, plan, bug ?? null).run();
  } finally {
    setRunning(null);
    ground.d1.reset();
    ground.storages.reset();
  }
}

interface Call {
  account: Account;
  method: string;
  path: string;
  body?: object | undefined;
}

interface Answered {
  status: number;
  text: string;
  json: Record<string, unknown>;
}

class NightWorld {
  #plan: NightPlan;
  #bug: NightBug | null;
  #ground: NightGround;
  #schedule: Schedule;
  #server: SimulatedServer;
  #queue: SimulatedQueue;
  #judge: Judge;
  #accounts: Account[];
  #state: number;
  #faults: Set<NightFault>;
  /** Invocations that can die. */
  #running = new Set<Actor>();
  #outside = new Actor("people");
  #conversationStorages = new Map<string, HistoryDatabase>();
  #reached = new Map<string, number>();
  /** Notifications that were sent to a push service, by device, kind and conversation, with the number that it accepted. */
  #pushes = new Map<string, number>();
  #mails: SentMail[] = [];
  /** When an introduction was first queued, by its conversation's id, in milliseconds since 1970. */
  #fannedOutAt = new Map<string, number>();
  #overloadedUntil = 0;
  #bookmarks: { name: string; at: number; memory: Judge["memory"] }[] = [];
  #isHealed = false;
  #isRestored = false;
  #addressesLeft = new Map<string, Set<string>>();
  #messages: { conversationId: string; id: string }[] = [];

  constructor(ground: NightGround, plan: NightPlan, bug: NightBug | null) {
    this.#ground = ground;
    this.#plan = plan;
    this.#bug = bug;
    this.#state = plan.seed;
    this.#faults = faultsOf(plan);
    this.#accounts = ground.accounts.slice(0, plan.members).map((account) => ({ ...account }));
    this.#schedule = new Schedule(BEGIN, new Actor("the simulator"), MOST_STEPS);
    const schedule = this.#schedule;
    const chance = () => this.#chance();
    const delay = () => 1 + 4 * chance();
    this.#judge = new Judge(ground.d1, () => Math.floor(schedule.now));
    this.#queue = new SimulatedQueue({
      schedule,
      delay,
      consume: (messages, actor) => this.#server.consume(messages, actor),
      isDown: () => this.#happens("queue down", 0.15),
      isDoubled: () => this.#happens("queue doubles", 0.1),
      added: (body) => {
        const message = body as Delivery;
        if (message.kind !== "notices") return;
        for (const [, notice] of message.to) {
          if (notice.kind !== "introduction") continue;
          const { conversationId } = notice;
          if (!this.#fannedOutAt.has(conversationId))
            this.#fannedOutAt.set(conversationId, schedule.now);
        }
      },
      started: (actor) => this.#running.add(actor),
      ended: (actor) => this.#running.delete(actor),
    });
    this.#server = new SimulatedServer({
      schedule,
      d1: ground.d1,
      storageOf: (kind, name) => this.#storageOf(kind, name),
      classes: bug?.classes?.(REAL_CLASSES) ?? REAL_CLASSES,
      env: {
        DELIVERIES: this.#queue.binding as never,
        EMAIL: { send: (mail: never) => this.#takeMail(mail) } as never,
        MAIL_FROM: "Happenstance <post@happenstance.example>",
        ORIGIN: ORIGIN,
        PROOF_OF_WORK: "0",
        VAPID_PUBLIC_KEY: `B${"a".repeat(86)}`,
        VAPID_PRIVATE_KEY: "a".repeat(43),
      },
      hooks: {
        ...(bug?.sql ? { rewrite: bug.sql } : {}),
        draw: () => this.#drawFault(),
        committed: (caller, statements) => this.#judge.committed(caller, statements),
      },
      delay,
      chance,
    });
  }

  run(): NightOutcome {
    const { days, steps } = this.#plan;
    const schedule = this.#schedule;
    setRunning({
      schedule,
      chance: () => this.#chance(),
      fetch: (url, init) => this.#takePush(url, init?.body as Uint8Array),
    });
    this.#populate();
    // The comment keeps sqlite.ts from taking it for a step of the schema, which other histories would share.
    if (this.#bug?.begin) this.#ground.d1.run(`/* a bug */ ${this.#bug.begin}`, []);
    this.#judge.begin();
    for (let day = 0; day < days; day++) this.#scheduleCrons(FIRST_NIGHT + day * DAY_MS);
    for (let day = 0; deedsOf(this.#plan).includes("restore") && day < days; day++) {
      for (const hours of [-2, 0.00003, 3, 13]) {
        const at = FIRST_NIGHT + day * DAY_MS + hours * HOUR_MS;
        schedule.after(at - schedule.now, this.#outside, () => this.#remember());
      }
    }
    for (const step of steps) {
      const at = FIRST_NIGHT + (step.day % days) * DAY_MS + (MOMENTS[step.moment] ?? 0);
      schedule.after(at - schedule.now, this.#outside, () =>
        this.#act(deedOf(this.#plan, step), step),
      );
    }
    schedule.runUntil(FIRST_NIGHT + (days - 1) * DAY_MS + 23.9999 * HOUR_MS);
    this.#rest(FIRST_NIGHT + days * DAY_MS);
    return {
      complaints: this.#judge.complaints,
      errors: schedule.errors,
      nights: days + 1,
      steps: schedule.steps,
      reached: this.#reached,
      digest: this.#digest(),
    };
  }

  /** Mulberry32: increments a counter and mixes its bits. */
  #chance(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #pick<One>(list: readonly One[]): One {
    return list[Math.floor(this.#chance() * list.length)] as One;
  }

  #happens(fault: NightFault, share: number): boolean {
    return !this.#isHealed && this.#faults.has(fault) && this.#chance() < share;
  }

  #count(what: string): void {
    this.#reached.set(what, (this.#reached.get(what) ?? 0) + 1);
  }

  #drawFault(): DatabaseFault | null {
    if (this.#isHealed) return null;
    if (this.#schedule.now < this.#overloadedUntil) return "before";
    if (this.#happens("database overloaded", 0.0004)) {
      this.#overloadedUntil = this.#schedule.now + 2 * SECOND_MS + this.#chance() * 2 * MINUTE_MS;
      return "before";
    }
    if (this.#happens("database fails", 0.01)) return "before";
    return this.#happens("database answer lost", 0.01) ? "after" : null;
  }

  #storageOf(kind: keyof ServerClasses, name: string): HistoryDatabase | null {
    if (kind === "shard") return null;
    const storage = this.#ground.storages.take();
    if (kind === "conversation") this.#conversationStorages.set(name, storage);
    return storage;
  }

  #rows(sql: string, ...values: (string | number)[]): Record<string, unknown>[] {
    return this.#ground.d1.run(sql, values).rows;
  }

  /** Stores members of all kinds, and old pairings that are about to leave the database. */
  #populate(): void {
    const { d1 } = this.#ground;
    const rows = this.#accounts.map((account, i) => this.#toMember(account, i));
    const json = JSON.stringify(rows);
    const columns = Object.keys(rows[0] ?? {});
    const fields = columns.map((name) => `j.value ->> '${name}'`).join(", ");
    d1.run(`insert into members (${columns.join(", ")}) select ${fields} from json_each(?) j`, [
      json,
    ]);
    d1.run(
      `insert into sessions (id, member_id, created_at, expires_at, last_seen_at)
       select 'session-' || id, id, ${BEGIN}, ${BEGIN + 60 * DAY_MS}, ${BEGIN} from members`,
      [],
    );
    for (const { id } of this.#accounts.slice(ADMINS)) {
      if (this.#chance() < 0.3) this.#storeSubscription(id);
    }
    // A quarter of the members has reminders by mail, unless they have a device.
    d1.run(
      `insert into reminders (member_id, is_on, changed_at, due_at)
       select m.id, 1, ${BEGIN}, ${BEGIN} from members m
       where m.is_admin = 0 and m.rowid % 4 = 1
         and not exists(select 1 from push_subscriptions s where s.member_id = m.id)`,
      [],
    );
    const old = this.#accounts.slice(ADMINS).filter(() => this.#chance() < 0.5);
    const endedAt = FIRST_NIGHT - OLD_DAYS * DAY_MS;
    const date = new Date(endedAt - DAY_MS).toISOString().slice(0, 10);
    d1.run(
      `insert into pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at, published_at)
       values ('old', '${date}', '${date}', 'cron', 'published', 0, 'seed', ${endedAt - DAY_MS}, ${endedAt - DAY_MS})`,
      [],
    );
    for (let i = 0; i + 1 < old.length; i += 2) {
      d1.run(
        `insert into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at)
         values (?, 'old', ?, ?, '${date}', ${endedAt})`,
        [`old${i}`, old[i]?.id ?? "", old[i + 1]?.id ?? ""],
      );
    }
  }

  #toMember({ id, email, password }: Account, i: number) {
    const of = <One>(share: number, value: One) => (this.#chance() < share ? value : null);
    const genders = ["Male", "Female", "Female", "Male", "Non-Binary", null] as const;
    const least = 18 + Math.floor(this.#chance() * 20);
    const ages = this.#chance() < 0.25;
    const isPlaced = this.#chance() < 0.7;
    return {
      id,
      name: `Name ${i}`,
      email,
      password_hash: hashOf(password),
      dob: `${1960 + Math.floor(this.#chance() * 45)}-0${1 + Math.floor(this.#chance() * 9)}-15`,
      gender: this.#pick(genders),
      preferred_match_gender: of(0.55, this.#pick(["Male", "Female", "Female", "Non-Binary"])),
      languages: this.#pick(["[]", "[]", '["en"]', '["de"]', '["fr","en"]']),
      latitude: isPlaced ? Math.round(500 + this.#chance() * 30) / 10 : null,
      longitude: isPlaced ? Math.round(80 + this.#chance() * 40) / 10 : null,
      distance_preference: of(0.2, 50 + 5 * Math.floor(this.#chance() * 40)),
      minimum_age_preference: ages ? least : null,
      maximum_age_preference: ages ? least + 25 : null,
      timezone: of(0.5, "UTC+01:00"),
      is_admin: i < ADMINS ? 1 : 0,
      created_at: BEGIN - 200 * DAY_MS + i,
      email_verified_at: this.#chance() < 0.9 || i < ADMINS ? BEGIN : null,
      last_seen_on: of(0.15, new Date(BEGIN - 12 * DAY_MS).toISOString().slice(0, 10)),
      waited: 0,
    };
  }

  #storeSubscription(memberId: string): void {
    const { d1 } = this.#ground;
    const id = `device-${memberId}`;
    d1.run(
      `insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, label, created_at)
       values (?, ?, ?, ?, '-', '-', 'Firefox', ${BEGIN})`,
      [id, memberId, `session-${memberId}`, `https://fcm.googleapis.com/${id}`],
    );
    d1.run(
      `insert into notification_settings (member_id, introduction, message, last_hour, report_answer, absence, account, show_words)
       values (?, 1, 1, 1, 1, 1, 1, 0)`,
      [memberId],
    );
  }

  /** Schedules a day's crons by `wrangler.midnight.toml`; of the ten-minute and hourly ones only some. */
  #scheduleCrons(midnight: number): void {
    const main: [cron: string, at: number][] = [
      ["0 0 * * *", 0],
      ...[5, 30].map((minutes): [string, number] => [`${minutes} 0 * * *`, minutes * MINUTE_MS]),
      ["17 1-23 * * *", HOUR_MS + 17 * MINUTE_MS],
      ...[0, 2, 13].map((hours): [string, number] => [
        "50 * * * *",
        hours * HOUR_MS + 50 * MINUTE_MS,
      ]),
      ["0 23 * * *", 23 * HOUR_MS],
      ...[0.17, 6, 12, 21].map((hours): [string, number] => ["*/10 * * * *", hours * HOUR_MS]),
    ];
    for (const [cron, at] of main) {
      const isFirst = at === 0;
      if (this.#happens("cron never", 0.25)) continue;
      const times = this.#happens("cron twice", 0.25) ? 2 : 1;
      for (let i = 0; i < times; i++) {
        const late = this.#happens("cron late", 0.3)
          ? this.#chance() * (this.#chance() < 0.1 ? 26 * HOUR_MS : 40 * MINUTE_MS)
          : this.#chance() * 2 * SECOND_MS;
        const offset = this.#happens("crons at once", 0.5) && isFirst ? 0 : late * i + late;
        this.#startCron(cron, midnight + at, midnight + at + offset);
      }
    }
  }

  #startCron(cron: string, at: number, when: number): void {
    const { now } = this.#schedule;
    this.#schedule.after(when - now, this.#outside, () => this.#runCron(cron, at));
  }

  #runCron(cron: string, at: number, done: () => void = () => {}): void {
    const actor = new Actor(`cron ${cron}`);
    this.#running.add(actor);
    if (this.#happens("worker dies", 0.3)) this.#dieSoon(actor, 900);
    if (this.#happens("object dies", 0.3)) this.#breakObject();
    this.#server.runCron(
      cron,
      at,
      () => {
        this.#running.delete(actor);
        done();
      },
      actor,
    );
  }

  #dieSoon(actor: Actor, withinMs: number): void {
    this.#schedule.after(this.#chance() * withinMs, this.#outside, () => {
      this.#running.delete(actor);
      this.#server.kill(actor);
    });
  }

  #breakObject(): void {
    const { objects } = this.#server;
    const object = objects[Math.floor(this.#chance() * objects.length)];
    object?.deaths.push({
      steps: Math.floor(this.#chance() * 3),
      death: this.#chance() < 0.5 ? "after" : "within",
    });
  }

  /** Answers as a push service, by chance: accepted, gone, at the limit or failed. */
  #takePush(endpoint: string, payload: Uint8Array): Promise<SimulatedResponse> {
    const status = this.#happens("push gone", 0.1)
      ? 410
      : this.#happens("push later", 0.3)
        ? 429
        : this.#happens("push fails", 0.3)
          ? 500
          : 201;
    this.#count(`push ${status}`);
    const { notification } = JSON.parse(new TextDecoder().decode(payload)) as {
      notification: { tag: string; navigate: string };
    };
    this.#count(`notice ${notification.tag}`);
    const about = notification.navigate.split("/").at(-1) ?? "";
    const unpublished =
      "select 1 from pairings p join pairing_runs r on r.id = p.run_id and r.state <> 'published' where p.id = ?";
    if (this.#rows(unpublished, about).length > 0)
      this.#judge.complain("notice", `of ${about} before its run is published`);
    const what = `${endpoint.split("/").at(-1)} ${notification.tag} ${about}`;
    this.#pushes.set(what, (this.#pushes.get(what) ?? 0) + Number(status === 201));
    const headers: Record<string, string> = status === 429 ? { "retry-after": "30" } : {};
    return this.#later(() => new SimulatedResponse(null, { status, headers }));
  }

  #takeMail({ to, subject, text }: Omit<SentMail, "at">): Promise<object> {
    return this.#later(() => {
      if (this.#happens("mail fails", 0.2))
        throw Object.assign(new Error("limit"), { code: "E_RATE_LIMIT_EXCEEDED" });
      this.#mails.push({ to, subject, text, at: this.#schedule.now });
      this.#count(`mail '${subject}'`);
      return {};
    });
  }

  #later<Result>(work: () => Result): Promise<Result> {
    const schedule = this.#schedule;
    const caller = schedule.current;
    return new Promise((resolve, reject) => {
      schedule.after(5 + 20 * this.#chance(), caller, () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Sends a member's request to the API. @param then receives the answer, if one comes */
  #call({ account, method, path, body }: Call, then: (answer: Answered) => void = () => {}): void {
    const actor = new Actor(`request ${method} ${path}`);
    const headers: Record<string, string> = {
      authorization: `Bearer ${account.token}`,
      // Each member has an own network: other tests check the limits per address.
      "cf-connecting-ip": `2001:db8:${this.#accounts.indexOf(account).toString(16)}::1`,
    };
    if (body) headers["content-type"] = "application/json";
    const request = new SimulatedRequest(`${ORIGIN}${path}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : undefined,
    });
    this.#running.add(actor);
    if (this.#happens("worker dies", 0.06)) this.#dieSoon(actor, 60);
    if (this.#happens("object dies", 0.03)) this.#breakObject();
    this.#server.handle(
      request,
      (response) => {
        this.#running.delete(actor);
        if (!response) return;
        const text = response.body?.text ?? "";
        const json = (
          text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : {}
        ) as Answered["json"];
        this.#count(`${response.status} ${json.code ?? ""}`.trim());
        if (response.status === 500 && this.#isHealed)
          this.#judge.complain("500", `${method} ${path}`);
        then({ status: response.status, text, json });
      },
      actor,
    );
  }

  get #admin(): Account {
    return this.#accounts[Math.floor(this.#chance() * ADMINS)] as Account;
  }

  /** Finds a member's current conversation, or else the newest one. */
  #conversationOf({ id }: Account): { id: string; partnerId: string; expiresAt: number } | null {
    const [row] = this.#rows(
      `select p.id, iif(p.user1_id = ?, p.user2_id, p.user1_id) as partner, p.expires_at from pairings p
       join pairing_runs r on r.id = p.run_id and r.state = 'published'
       where ? in (p.user1_id, p.user2_id) order by p.expires_at desc, p.rowid desc limit 1`,
      id,
      id,
    );
    if (!row) return null;
    return {
      id: String(row.id),
      partnerId: String(row.partner),
      expiresAt: Number(row.expires_at),
    };
  }

  #act(deed: Deed, { who }: NightStep): void {
    this.#count(deed);
    if (this.#happens("swizzle", 0.2)) this.#breakObject();
    const account = this.#accounts[ADMINS + (who % (this.#accounts.length - ADMINS))] as Account;
    const conversation = this.#conversationOf(account);
    const call = (method: string, path: string, body?: object, then?: (answer: Answered) => void) =>
      this.#call({ account, method, path, body }, then);
    const byAdmin = (
      method: string,
      path: string,
      body?: object,
      then?: (answer: Answered) => void,
    ) => this.#call({ account: this.#admin, method, path, body }, then);
    const act = (body: object) =>
      byAdmin("POST", `/api/admin/members/${account.id}/actions`, {
        reason: "spam",
        text: "for reasons",
        ...body,
      });
    const inConversation = (
      method: string,
      rest: string,
      body?: object,
      then?: (answer: Answered) => void,
    ) => {
      if (conversation)
        call(method, `/api/pairings/conversation/${conversation.id}/${rest}`, body, then);
    };
    const deeds: Record<Deed, () => unknown> = {
      register: () => this.#register(),
      verify: () => this.#verify(account),
      pause: () =>
        call("PUT", "/api/users/availability", { pause: this.#pick(["open", "tomorrow"]) }),
      skip: () => call("PUT", "/api/users/availability", { pause: "tomorrow" }),
      "take part": () => call("PUT", "/api/users/availability", { pause: "none" }),
      block: () =>
        call("POST", `/api/blocks/${conversation?.partnerId ?? this.#pick(this.#accounts).id}`),
      unblock: () => {
        const blocked = "select blocked_id as id from blocks where blocker_id = ? limit 1";
        return call("DELETE", `/api/blocks/${this.#find(blocked, account.id)}`);
      },
      report: () =>
        conversation &&
        call("POST", `/api/reports/${conversation.partnerId}`, {
          reason: this.#pick(["spam", "harassment", "underage"]),
          details: "details",
        }),
      write: () => {
        const body = { content: "hello", client_id: `key${this.#chance()}` };
        inConversation("POST", "messages", body, ({ status, json }) => {
          if (status !== 201 || !conversation) return;
          this.#messages.push({ conversationId: conversation.id, id: String(json.message_id) });
        });
      },
      read: () => inConversation("GET", "messages"),
      answer: () => inConversation("PUT", "questions/1", { answer: "an answer" }),
      "leave address": () => this.#leaveAddress(account, conversation?.id),
      "take address back": () => inConversation("DELETE", "address"),
      "look at address": () => this.#lookAtAddress(account, conversation),
      "change wishes": () => call("PUT", "/api/users/profile", this.#pick(WISHES)),
      move: () => call("PUT", "/api/users/profile", this.#pick(PLACES)),
      delete: () =>
        call("DELETE", "/api/users/account", undefined, ({ status }) => {
          if (status === 200) account.isGone = true;
        }),
      subscribe: () =>
        call("POST", "/api/account/push-subscriptions", {
          endpoint: `https://fcm.googleapis.com/new-${account.id}`,
          keys: { p256dh: `B${"a".repeat(86)}`, auth: "a".repeat(22) },
          label: "Chrome",
        }),
      "sign out": () =>
        call("POST", "/api/auth/logout", undefined, ({ status }) => {
          if (status === 200) this.#signIn(account);
        }),
      "look back": () => call("GET", "/api/pairings/past"),
      appeal: () => call("POST", "/api/account/appeal", { text: "please" }),
      suspend: () => act({ kind: "suspend", days: 1 + Math.floor(this.#chance() * 3) }),
      ban: () => act({ kind: "ban" }),
      warn: () => act({ kind: "warn" }),
      lift: () => act({ kind: "lift" }),
      resolve: () => {
        const report = this.#find("select id from reports where status = 'open' limit 1");
        const body = { status: "resolved", outcome: "acted" };
        return byAdmin("PUT", `/api/admin/reports/${report}`, body);
      },
      decide: () => {
        const appeal = this.#find("select id from appeals where decision is null limit 1");
        const decision = this.#pick(["upheld", "overturned"]);
        return byAdmin("PUT", `/api/admin/appeals/${appeal}`, { decision, text: "so be it" });
      },
      trigger: () => byAdmin("POST", "/api/pairings/trigger-pairings"),
      deploy: () => this.#deploy(),
      restore: () => this.#restore(),
    };
    deeds[deed]();
  }

  /** Returns the id that a query finds, or one that no row has. */
  #find(sql: string, ...values: string[]): string {
    return String(this.#rows(sql, ...values)[0]?.id ?? "none");
  }

  #deploy(): void {
    this.#running.clear();
    this.#server.deploy();
  }

  #register(): void {
    const i = this.#accounts.length;
    const name = `new${i}`;
    const account: Account = {
      id: "",
      email: `${name}@example.org`,
      password: `the words of ${name}`,
      token: "",
      isGone: false,
    };
    this.#accounts.push(account);
    const body = {
      name: `Name ${i}`,
      email: account.email,
      password: account.password,
      dob: "1990-05-05",
      gender: this.#pick(["Male", "Female"]),
      preferred_match_gender: this.#pick(["Male", "Female", null]),
    };
    this.#call(
      { account, method: "POST", path: "/api/auth/register", body },
      ({ status, json }) => {
        if (status !== 201) return;
        account.token = String(json.token);
        account.id = String((json.user as { id: string }).id);
      },
    );
  }

  /** Confirms the address by the link of the newest mail, or requests one if there is none. */
  #verify(account: Account): void {
    const mail = this.#mails.findLast(
      ({ to, text }) => to === account.email && /\/confirm/.test(text),
    );
    const token = /token=([\w-]{43})|#([\w-]{43})|\/([\w-]{43})/.exec(mail?.text ?? "");
    if (!token) {
      this.#call({ account, method: "POST", path: "/api/account/email/verification" });
      return;
    }
    const body = { token: token[1] ?? token[2] ?? token[3] };
    this.#call({ account, method: "POST", path: "/api/auth/confirm-email", body });
  }

  #signIn(account: Account): void {
    const { email, password } = account;
    this.#call(
      { account, method: "POST", path: "/api/auth/login", body: { email, password } },
      ({ status, json }) => {
        if (status === 200) account.token = String(json.token);
      },
    );
  }

  #leaveAddress(account: Account, conversationId: string | undefined): void {
    if (!conversationId) return;
    const left = this.#addressesLeft.get(conversationId) ?? new Set();
    this.#addressesLeft.set(conversationId, left.add(account.id));
    const path = `/api/pairings/conversation/${conversationId}/address`;
    this.#call({ account, method: "PUT", path, body: { address: `the line of ${account.id}` } });
  }

  /** Checks that until both lines are revealed, the answer does not show whether the other side has left one. */
  #lookAtAddress(account: Account, conversation: { id: string; expiresAt: number } | null): void {
    if (!conversation) return;
    const { id, expiresAt } = conversation;
    const path = `/api/pairings/conversation/${id}/address`;
    this.#call({ account, method: "GET", path }, ({ status, json, text }) => {
      if (status !== 200) return;
      const { mine, opensAt, revealed } = json;
      const sealed = JSON.stringify({ mine, theirs: null, opensAt, revealed: false });
      const isOver = expiresAt <= this.#schedule.now && expiresAt % DAY_MS === 0;
      if (revealed === false && text !== sealed)
        this.#judge.complain("sealed", `the answer says ${text}`);
      if (revealed !== true) return;
      this.#count("revealed");
      if (!isOver || (this.#addressesLeft.get(id)?.size ?? 0) < 2) {
        this.#judge.complain(
          "sealed",
          `${id} is revealed before its end, or to one who alone left a line`,
        );
      }
      const rows = this.#rows(
        "select * from pairings where id = ? and sealed_shut_at is not null",
        id,
      );
      if (rows.length > 0) this.#judge.complain("sealed", `${id} is revealed after a block`);
    });
  }

  /** Acts as the operator who restores D1 to an earlier moment by the steps of docs/operations.md. */
  #restore(): void {
    const { d1 } = this.#ground;
    const last = this.#bookmarks.findLastIndex(({ at }) => at < this.#schedule.now - MINUTE_MS);
    const bookmark = this.#bookmarks[last];
    if (!bookmark) return;
    // Later bookmarks are undone with the rest.
    this.#bookmarks.length = last + 1;
    this.#count("restored");
    this.#isRestored = true;
    // No invocation continues across the restore.
    this.#deploy();
    d1.goBack(bookmark.name);
    this.#judge.memory = structuredClone(bookmark.memory);
    this.#judge.forget();
    for (const statement of restoreStatements(bookmark.at, this.#schedule.now).split(";\n")) {
      d1.run(statement, []);
    }
    this.#replay(0);
    for (const [i, account] of this.#accounts.entries()) {
      if (account.isGone || account.id === "") continue;
      this.#schedule.after(MINUTE_MS * 20 + i * 10, this.#outside, () => this.#signIn(account));
    }
  }

  /** Runs the cron by hand, as the operator does until the log shows that nothing is left. */
  #replay(times: number): void {
    if (times === MOST_REPLAYS) return;
    this.#schedule.after(MINUTE_MS * times, this.#outside, () => {
      this.#runCron("*/10 * * * *", this.#schedule.now);
      this.#replay(times + 1);
    });
  }

  /** Bookmarks a moment that a restore may go back to. D1 keeps every minute, but a few are enough. */
  #remember(): void {
    const name = `moment${this.#bookmarks.length}`;
    this.#ground.d1.bookmark(name);
    this.#bookmarks.push({
      name,
      at: this.#schedule.now,
      memory: structuredClone(this.#judge.memory),
    });
  }

  /** Ends all faults and runs one more night, after which nothing may be left undone. */
  #rest(midnight: number): void {
    const schedule = this.#schedule;
    this.#isHealed = true;
    this.#overloadedUntil = 0;
    for (const object of this.#server.objects) object.deaths = [];
    this.#startCron("0 0 * * *", midnight, midnight);
    this.#startCron("5 0 * * *", midnight + 5 * MINUTE_MS, midnight + 5 * MINUTE_MS);
    this.#startCron("50 * * * *", midnight + 50 * MINUTE_MS, midnight + 50 * MINUTE_MS);
    // A job that failed often waits up to two hours.
    for (const at of [10, 20, 40, 150, 290, 430, 570]) {
      this.#startCron("*/10 * * * *", midnight + at * MINUTE_MS, midnight + at * MINUTE_MS);
    }
    schedule.runUntil(midnight + 16 * HOUR_MS);
    this.#judgeRest(new Date(midnight).toISOString().slice(0, 10));
  }

  #judgeRest(date: string): void {
    const judge = this.#judge;
    const jobs = this.#rows("select kind, attempts, last_error from jobs where parked_at is null");
    if (jobs.length > 0) judge.complain("unrest", `jobs are left: ${JSON.stringify(jobs)}`);
    const { waiting } = this.#queue;
    if (waiting.size > 0)
      judge.complain("unrest", `messages are left: ${JSON.stringify([...waiting])}`);
    const claims = this.#rows("select id, date, attempt from pairing_runs where state = 'claimed'");
    if (claims.length > 0) judge.complain("unrest", `claims are left: ${JSON.stringify(claims)}`);
    if (
      this.#rows("select 1 from pairing_runs where state = 'published' and date = ?", date)
        .length !== 1
    ) {
      judge.complain("no run", `none is published for ${date}`);
    }
    judge.compareWaits();
    judge.requirePairings({ isAtRest: true });
    this.#judgeDeletions();
    this.#judgeMessages();
    this.#judgeIntroductions();
    judgeMails({
      mails: this.#mails,
      rows: (sql) => this.#rows(sql),
      undelivered: new Set(
        this.#queue.dead.map(({ body }) => String((body as { memberId?: string }).memberId)),
      ),
      isDisturbed: this.#isDisturbed,
      isRestored: this.#isRestored,
      complain: (what) => judge.complain("mail", what),
    });
  }

  /** Checks that no table and no object names a deleted member. */
  #judgeDeletions(): void {
    const gone = this.#judge.memory.deleted;
    if (gone.size === 0) return;
    const tables = this.#rows(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    );
    const places: [string, HistoryDatabase, string[]][] = [
      ["the database", this.#ground.d1, tables.map(({ name }) => String(name))],
      ...[...this.#conversationStorages].map(([name, storage]) =>
        place(`the object ${name}`, storage),
      ),
    ];
    for (const [name, storage, names] of places) {
      for (const table of names) {
        const content = JSON.stringify(storage.run(`select * from ${table}`, []).rows);
        for (const id of gone) {
          if (content.includes(`"${id}"`))
            this.#judge.complain("deleted", `${id} is in ${table} of ${name}`);
        }
      }
    }
  }

  /** Checks that each acknowledged message is stored, as long as its conversation is. */
  #judgeMessages(): void {
    for (const { conversationId, id } of this.#messages) {
      if (this.#rows("select 1 from pairings where id = ?", conversationId).length === 0) continue;
      const storage = [...this.#conversationStorages].find(([name]) =>
        name.endsWith(conversationId),
      )?.[1];
      const isThere =
        storage &&
        hasTable(storage, "messages") &&
        storage.run("select 1 from messages where id = ?", [id]).rows.length > 0;
      if (!isThere) this.#judge.complain("message lost", `${id} of ${conversationId}`);
    }
  }

  /**
   * Checks that each device is notified of an introduction at least once, and exactly once if nothing fails. If the queue
   * is down at the publication and no cron runs for hours, the notice comes too late for the day and is dropped.
   */
  #judgeIntroductions(): void {
    const complain = (what: string) => this.#judge.complain("notice", what);
    for (const { conversationId, subscriptionId, device, expiresAt } of this.#judge.memory
      .introductions) {
      const fannedOutAt = this.#fannedOutAt.get(conversationId);
      if (fannedOutAt !== undefined && expiresAt - fannedOutAt < MOST_TRIED_MS) continue;
      const still = `select 1 from pairings p, push_subscriptions s
        where p.id = ? and s.id = ? and p.expires_at = ${expiresAt} and p.sealed_shut_at is null`;
      if (this.#rows(still, conversationId, subscriptionId).length === 0) continue;
      const told = [...this.#pushes.keys()].some(
        (what) =>
          what.includes(` introduction `) &&
          what.endsWith(conversationId) &&
          what.startsWith(`${device} `),
      );
      if (!told) complain(`${device} never heard of ${conversationId}`);
    }
    if (this.#isDisturbed) return;
    for (const [what, times] of this.#pushes) {
      const [, member = "", kind = ""] =
        /^(?:device|new)-(\S+) (account|report_answer) /.exec(what) ?? [];
      // Each decision about an account and each answered report has its own notice; a deleted member's can't be counted any more.
      const decided =
        kind === "account"
          ? "select 1 from member_actions where member_id = ?"
          : "select 1 from reports where reporter_id = ?";
      const isGone = this.#rows("select 1 from members where id = ?", member).length === 0;
      const most =
        isGone && member !== "" ? times : Math.max(1, this.#rows(decided, member).length);
      if (times > most && !/ message /.test(what)) complain(`${what} came ${times} times`);
    }
  }

  /** Whether a fault or deed of this history may deliver a message of the queue twice. */
  get #isDisturbed(): boolean {
    const names = ["database", "queue", "worker", "object", "swizzle", "push"];
    const faults = [...this.#faults].some((fault) => names.some((name) => fault.startsWith(name)));
    const deeds = deedsOf(this.#plan);
    return faults || deeds.includes("restore") || deeds.includes("deploy");
  }

  /** Mixes the rows of four tables at the end into one number. */
  #digest(): number {
    let mixed = this.#schedule.steps;
    for (const table of ["members", "pairings", "pairing_runs", "audit_events"]) {
      for (const char of JSON.stringify(this.#rows(`select * from ${table}`))) {
        mixed = (Math.imul(mixed, 31) + char.charCodeAt(0)) | 0;
      }
    }
    return mixed;
  }
}

const hasTable = (storage: HistoryDatabase, name: string) =>
  storage.run(`select 1 from sqlite_master where name = '${name}'`, []).rows.length > 0;

function place(name: string, storage: HistoryDatabase): [string, HistoryDatabase, string[]] {
  const { rows } = storage.run("select name from sqlite_master where type = 'table'", []);
  return [
    name,
    storage,
    rows.map((row) => String(row.name)).filter((table) => !table.startsWith("sqlite_")),
  ];
}
