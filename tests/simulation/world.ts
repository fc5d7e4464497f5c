import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readOutbox } from "~/app/messaging/outbox";
import { signToken, verifyToken } from "~/core/accounts/tokens";
import { Device } from "./browser";
import { HistoryDatabase } from "./database";
import { installGlobals } from "./globals";
import type { Observation } from "./history";
import type { Action, Plan, Step } from "./plan";
import { Schedule } from "./schedule";
import { SECRET, SimulatedServer } from "./server";
import { Tab } from "./tab";

const BEGIN = Date.UTC(2031, 2, 1, 10);
const DAY_MS = 86_400_000;
const CONVERSATION_ID = "conversation1";
const CONNECTED_MS = 400;
/** Within this time of the virtual clock after the last fault, everything must come to rest. */
const REST_MS = 180_000;
const SETTLE_MS = 26_000;
const MAX_TABS = 2;

interface Person {
  memberId: string;
  token: string;
}

export interface Ground {
  d1: HistoryDatabase;
  storage: HistoryDatabase;
  people: Person[];
}

export async function prepareGround(root: string): Promise<Ground> {
  const folder = join(root, "migrations");
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const schema = names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
  const people = await Promise.all(["ann-member", "ben-member"].map(createPerson));
  return {
    d1: new HistoryDatabase([...schema, toSql(people)].join("\n")),
    storage: new HistoryDatabase(),
    people,
  };
}

async function createPerson(memberId: string): Promise<Person> {
  const secrets = { signingSecret: SECRET, previousSigningSecret: undefined };
  const claims = { memberId, sessionId: `session of ${memberId}`, expiresAt: BEGIN + 7 * DAY_MS };
  const token = await signToken(secrets, claims);
  // Puts the token into the cache of verified tokens. The first verification needs real turns of the event loop, for
  // which a history can't wait.
  await verifyToken(secrets, token);
  return { memberId, token };
}

function toSql(people: Person[]): string {
  const date = new Date(BEGIN).toISOString().slice(0, 10);
  const [ann, ben] = people.map(({ memberId }) => memberId);
  return [
    `insert into pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at, published_at)
     values ('run', 'run', '${date}', 'admin', 'published', 0, 'seed', ${BEGIN}, ${BEGIN});`,
    ...people.map(
      ({ memberId }) =>
        `insert into members (id, name, email, password_hash, dob, created_at)
         values ('${memberId}', '${memberId}', '${memberId}@example.org', '-', '1990-01-01', ${BEGIN});
         insert into sessions (id, member_id, created_at, expires_at)
         values ('session of ${memberId}', '${memberId}', ${BEGIN}, ${BEGIN + 7 * DAY_MS});`,
    ),
    `insert into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at)
     values ('${CONVERSATION_ID}', 'run', '${ann}', '${ben}', '${date}', ${BEGIN + DAY_MS / 2});`,
  ].join("\n");
}

interface Outcome {
  history: Observation[];
  errors: unknown[];
  complaints: string[];
  steps: number;
}

/** Runs one history within one turn of the real event loop. */
export function runHistory(ground: Ground, plan: Plan): Outcome {
  const databases = [ground.d1, ground.storage];
  for (const database of databases) database.begin();
  const schedule = new Schedule(BEGIN);
  const chance = createChance(plan.seed);
  const uninstall = installGlobals(schedule, chance);
  try {
    return new World(ground, schedule, chance).run(plan);
  } finally {
    uninstall();
    for (const database of databases) database.reset();
  }
}

/** Mulberry32. @returns a function that draws a number from 0 to 1 */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class World {
  #schedule: Schedule;
  #server: SimulatedServer;
  #devices: Device[];
  #tabs: Tab[] = [];
  #history: Observation[] = [];
  #complaints: string[] = [];

  constructor({ d1, storage, people }: Ground, schedule: Schedule, chance: () => number) {
    this.#schedule = schedule;
    const server = new SimulatedServer({
      schedule,
      conversationId: CONVERSATION_ID,
      d1,
      storage,
      delay: () => 1 + 4 * chance(),
      chance,
    });
    this.#server = server;
    const delay = () => 4 + 26 * chance() ** 2;
    this.#devices = [...people, ...people].map(
      (person) => new Device({ ...person, schedule, server, delay, chance }),
    );
  }

  run({ seed, steps }: Plan): Outcome {
    const schedule = this.#schedule;
    for (const device of this.#devices.slice(0, 2)) this.#openTab(device);
    if (seed % 4 > 0) schedule.runUntil(BEGIN + CONNECTED_MS);
    for (const step of steps) {
      schedule.runUntil(schedule.now + step.gapMs);
      this.#act(step);
    }
    this.#rest();
    this.#look();
    return {
      history: this.#history,
      errors: schedule.errors,
      complaints: this.#complaints,
      steps: schedule.steps,
    };
  }

  #record = (one: Observation): void => {
    this.#history.push(one);
  };

  get #openTabs(): Tab[] {
    return this.#tabs.filter(({ actor }) => actor.isAlive);
  }

  #openTab(device: Device): void {
    const tab = new Tab(device, {
      name: `tab${this.#tabs.length + 1}`,
      schedule: this.#schedule,
      conversationId: CONVERSATION_ID,
      record: this.#record,
      complain: (what) => this.#complaints.push(what),
    });
    this.#tabs.push(tab);
    this.#in(tab, () => void tab.load());
  }

  #in(tab: Tab, work: () => void): void {
    this.#schedule.runNow(tab.actor, work);
  }

  #act({ action, who }: Step): void {
    const devices = this.#devices.filter((_, i) => i % 2 === who % 2);
    const [first, second] = devices as [Device, Device];
    const chosen = who > 1 ? second : first;
    const device = devices.find(({ pages }) => pages.length > 0) ?? first;
    const tabs = this.#openTabs.filter((tab) => devices.includes(tab.device));
    const tab = tabs[(who >> 1) % Math.max(1, tabs.length)];
    const { database, conversation } = this.#server;
    const actions: Record<Action, () => unknown> = {
      write: () => tab && this.#in(tab, () => tab.write()),
      read: () => tab && this.#in(tab, () => void tab.live?.markRead()),
      "open tab": () => chosen.pages.length < MAX_TABS && this.#openTab(chosen),
      "close tab": () => tab?.device.close(tab),
      offline: () => device.goOffline(),
      online: () => device.goOnline(),
      sleep: () => device.fallAsleep(),
      wake: () => device.wakeUp(),
      "break lines": () => device.breakLines(),
      "lose request": () => device.faults.push("request lost"),
      "lose answer": () => device.faults.push("answer lost"),
      "double request": () => device.faults.push("doubled"),
      "late request": () => device.faults.push("late"),
      evict: () => conversation.evict(),
      crash: () => (conversation.isDoomed = true),
      "fail database": () => (database.failures += 1),
      deploy: () => this.#server.deploy(),
      "write all": () => {
        for (const one of this.#openTabs) this.#in(one, () => one.write());
      },
      "read all": () => {
        for (const one of this.#openTabs) this.#in(one, () => void one.live?.markRead());
      },
    };
    actions[action]();
  }

  /** Ends all faults, after which everything must recover by itself. */
  #rest(): void {
    const schedule = this.#schedule;
    this.#server.database.failures = 0;
    this.#server.conversation.isDoomed = false;
    for (const device of this.#devices) device.heal();
    for (const device of this.#devices.slice(0, 2)) {
      if (device.pages.length === 0) this.#openTab(device);
    }
    const until = schedule.now + REST_MS;
    schedule.runUntil(schedule.now + 50);
    for (const tab of this.#openTabs) this.#in(tab, () => tab.retryFailed());
    schedule.runUntil(until, () => this.#isAtRest);
    // In this time, a fetch that failed just before the faults ended is repeated, and a late request of a closed page
    // arrives.
    schedule.runUntil(schedule.now + SETTLE_MS);
    schedule.runUntil(until + SETTLE_MS, () => this.#isAtRest);
    for (const { name, isAtRest, live } of this.#openTabs) {
      if (!isAtRest) this.#complaints.push(`not at rest: ${name}`);
      const left = live?.outbox.read().length ?? 0;
      if (left > 0) this.#complaints.push(`${left} messages can't be sent though all is well`);
    }
  }

  get #isAtRest(): boolean {
    return [...this.#devices, ...this.#openTabs].every(({ isAtRest }) => isAtRest);
  }

  #look(): void {
    const schedule = this.#schedule;
    for (const tab of this.#openTabs) this.#in(tab, () => void tab.readAtRest());
    schedule.runUntil(schedule.now + 500);
    for (const { name, device, shown } of this.#openTabs) {
      const { memberId } = device;
      this.#record({ kind: "screen", memberId, page: name, messages: shown });
    }
    for (const device of this.#devices) {
      const { memberId } = device;
      const owner = { memberId, conversationId: CONVERSATION_ID };
      const kept = readOutbox(device.storeOf(null), owner);
      const clientIds = kept.map(({ client_id }) => client_id);
      this.#record({ kind: "device", clientIds });
    }
  }
}
