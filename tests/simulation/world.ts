import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { signToken, verifyToken } from "~/core/accounts/tokens";
import type { MessageDto } from "~/core/shared/contract";
import { Device, type NetworkFault } from "./browser";
import type { DatabaseFault } from "./database";
import type { Observation } from "./history";
import type { SimulatedResponse } from "./http";
import type { Death } from "./objects";
import type { Action, Plan, Step } from "./plan";
import { setRunning } from "./running";
import { Actor, Schedule } from "./schedule";
import { SECRET, SimulatedServer } from "./server";
import { HistoryDatabase } from "./sqlite";
import { Tab, toSeen } from "./tab";
import { LINE_OPEN } from "./web-socket";

const BEGIN = Date.UTC(2031, 2, 1, 10);
const DAY_MS = 86_400_000;
const CONVERSATION_ID = "conversation1";
const CONNECTED_MS = 400;
/** Virtual milliseconds after the last fault in which everything must come to rest. */
const REST_MS = 180_000;
const RETRY_MS = 2_500;
const MAX_TABS = 2;

interface Person {
  memberId: string;
  sessionIds: string[];
  tokens: string[];
}

/** The prepared databases and the two members, shared by all histories. */
export interface Ground {
  d1: HistoryDatabase;
  conversation: HistoryDatabase;
  people: [Person, Person];
}

/** Reads the migrations in their order. @param root of the repository */
function readSchema(root: string): string[] {
  const folder = join(root, "migrations");
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
}

/** @param root of the repository, for its migrations */
export async function prepareGround(root: string): Promise<Ground> {
  const schema = readSchema(root);
  const secrets = { signingSecret: SECRET, previousSigningSecret: undefined };
  const createPerson = async (name: string): Promise<Person> => {
    const sessionIds = [`${name}-session1`, `${name}-session2`];
    const expiresAt = BEGIN + 7 * DAY_MS;
    const sign = async (sessionId: string) => {
      const token = await signToken(secrets, { memberId: name, sessionId, expiresAt });
      // A verified token is cached. Without this the first history would take more turns than the others.
      await verifyToken(secrets, token);
      return token;
    };
    return { memberId: name, sessionIds, tokens: await Promise.all(sessionIds.map(sign)) };
  };
  const people: Ground["people"] = [
    await createPerson("ann-member"),
    await createPerson("ben-member"),
  ];
  return {
    d1: new HistoryDatabase([...schema, toSql(people)].join("\n")),
    conversation: new HistoryDatabase(),
    people,
  };
}

function toSql(people: Ground["people"]): string {
  const date = new Date(BEGIN).toISOString().slice(0, 10);
  const [ann, ben] = people;
  return [
    `insert into pairing_runs (id, run_key, date, trigger, state, lease_until, seed, started_at, published_at)
     values ('run', 'run', '${date}', 'admin', 'published', 0, 'seed', ${BEGIN}, ${BEGIN});`,
    ...people.flatMap(({ memberId, sessionIds }) => [
      `insert into members (id, name, email, password_hash, dob, created_at)
       values ('${memberId}', '${memberId}', '${memberId}@example.org', '-', '1990-01-01', ${BEGIN});`,
      ...sessionIds.map(
        (id) => `insert into sessions (id, member_id, created_at, expires_at)
                 values ('${id}', '${memberId}', ${BEGIN}, ${BEGIN + 7 * DAY_MS});`,
      ),
    ]),
    `insert into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at)
     values ('${CONVERSATION_ID}', 'run', '${ann.memberId}', '${ben.memberId}', '${date}', ${BEGIN + DAY_MS / 2});`,
  ].join("\n");
}

export interface Outcome {
  history: Observation[];
  /** Errors that the code under test did not catch. */
  errors: unknown[];
  /** Faults that the history does not show. */
  complaints: string[];
  steps: number;
}

/** Runs one history to its end, within one turn of the real event loop. */
export function runHistory(ground: Ground, plan: Plan): Outcome {
  const databases = [ground.d1, ground.conversation];
  for (const database of databases) database.begin();
  try {
    return new World(ground, plan).run();
  } finally {
    setRunning(null);
    for (const database of databases) database.reset();
  }
}

class World {
  #plan: Plan;
  #schedule: Schedule;
  #server: SimulatedServer;
  #devices: [Device[], Device[]];
  #allDevices: Device[];
  #history: Observation[] = [];
  #complaints: string[] = [];
  #state: number;
  #tabs = 0;

  constructor(ground: Ground, plan: Plan) {
    this.#plan = plan;
    this.#state = plan.seed;
    this.#schedule = new Schedule(BEGIN, new Actor("the simulator"));
    const schedule = this.#schedule;
    const chance = () => this.#chance();
    this.#server = new SimulatedServer({
      schedule,
      d1: ground.d1,
      storageOf: (kind) => (kind === "conversation" ? ground.conversation : null),
      delay: () => 1 + 4 * chance(),
      chance,
    });
    const createDevices = ({ memberId, sessionIds, tokens }: Person) =>
      sessionIds.map(
        (sessionId, n) =>
          new Device(
            {
              name: `${memberId} ${n}`,
              memberId,
              sessionId,
              token: tokens[n] ?? "",
            },
            { schedule, server: this.#server, delay: () => 4 + 26 * chance() ** 2, chance },
          ),
      );
    this.#devices = ground.people.map(createDevices) as [Device[], Device[]];
    this.#allDevices = this.#devices.flat();
  }

  run(): Outcome {
    const schedule = this.#schedule;
    setRunning({ schedule, chance: () => this.#chance() });
    for (const [device] of this.#devices) if (device) this.#openTab(device);
    if (this.#plan.seed % 4 > 0) schedule.runUntil(BEGIN + CONNECTED_MS);
    for (const step of this.#plan.steps) {
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

  /** Mulberry32: increments a counter and mixes its bits. */
  #chance(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #record = (one: Observation): void => {
    this.#history.push(one);
  };

  get #allTabs(): Tab[] {
    return this.#allDevices.flatMap((device) => device.pages as Tab[]);
  }

  #openTab(device: Device): Tab {
    const tab = new Tab(device, `tab${++this.#tabs}`, {
      schedule: this.#schedule,
      conversationId: CONVERSATION_ID,
      record: this.#record,
      complain: (what) => void this.#complaints.push(what),
    });
    this.#in(tab, () => void tab.load());
    return tab;
  }

  #in(tab: Tab, work: () => void): void {
    this.#schedule.runNow(tab.actor, work);
  }

  #act({ action, who, count }: Step): void {
    const devices = this.#devices[(who & 1) as 0 | 1];
    const device = devices.find(({ pages }) => pages.length > 0) ?? (devices[0] as Device);
    const tabs = devices.flatMap(({ pages }) => pages as Tab[]);
    const tab = tabs[(who >> 1) % Math.max(1, tabs.length)];
    const { database, conversations } = this.#server;
    const object = conversations.objects.get(`c${CONVERSATION_ID}`);
    const disturb = (fault: NetworkFault) => device.faults.push({ requests: count, fault });
    const die = (death: Death) => object?.deaths.push({ steps: count, death });
    const fail = (fault: DatabaseFault) => database.faults.push({ trips: count, fault });
    const actions: Record<Action, () => unknown> = {
      write: () => tab && this.#write(tab),
      "write all": () => {
        for (const one of this.#allTabs) this.#write(one);
      },
      read: () => {
        for (const one of who > 1 ? this.#allTabs : tabs)
          this.#in(one, () => void one.live?.markRead());
      },
      "open tab": () => {
        const chosen = devices[who >> 1] ?? device;
        if (chosen.pages.length < MAX_TABS) this.#openTab(chosen);
      },
      "close tab": () => tab?.device.close(tab),
      offline: () => device.goOffline(),
      online: () => device.goOnline(),
      sleep: () => device.fallAsleep(),
      wake: () => device.wakeUp(),
      "break lines": () => device.breakLines(),
      "lose request": () => disturb("request lost"),
      "lose answer": () => disturb("answer lost"),
      "double request": () => disturb("doubled"),
      "late request": () => disturb("late"),
      evict: () => object?.evict(),
      "crash after": () => die("after"),
      "crash within": () => die("within"),
      "fail before": () => fail("before"),
      "fail after": () => fail("after"),
      deploy: () => this.#server.deploy(),
    };
    actions[action]();
  }

  #write(tab: Tab): void {
    this.#in(tab, () => tab.write(`from ${tab.device.memberId}`));
  }

  #call(tab: Tab, method: string, path: string): Promise<SimulatedResponse> {
    const headers = { authorization: `Bearer ${tab.device.token}` };
    return tab.fetch(path, { method, headers });
  }

  /** Ends all faults: everything must recover by itself. */
  #rest(): void {
    const schedule = this.#schedule;
    this.#server.database.faults = [];
    for (const object of this.#server.objects) object.deaths = [];
    for (const device of this.#allDevices) device.heal();
    for (const [device] of this.#devices) {
      if (device && device.pages.length === 0) this.#openTab(device);
    }
    const until = schedule.now + REST_MS;
    schedule.runUntil(schedule.now + 50);
    for (const tab of this.#allTabs) this.#in(tab, () => tab.retryFailed());
    schedule.runUntil(until, () => this.#isAtRest);
    // A fetch that failed at the last moment is made again.
    schedule.runUntil(schedule.now + RETRY_MS);
    schedule.runUntil(until + RETRY_MS, () => this.#isAtRest);
    if (!this.#isAtRest) this.#complaints.push(`not at rest: ${this.#describeUnrest()}`);
    schedule.runUntil(schedule.now + 100);
    // A page without a live connection loads again.
    for (const tab of this.#allTabs) {
      if (tab.isLoaded && tab.snapshot?.connection !== "live") {
        this.#in(tab, () => void tab.load());
      }
    }
    schedule.runUntil(schedule.now + 200);
    for (const tab of this.#allTabs) {
      const left = tab.live?.outbox.read().length ?? 0;
      if (left > 0) this.#complaints.push(`${left} messages can't be sent though all is well`);
    }
  }

  get #isAtRest(): boolean {
    return this.#allDevices.every(
      (device) => device.isAtRest && (device.pages as Tab[]).every(isTabAtRest),
    );
  }

  #describeUnrest(): string {
    return this.#allTabs
      .filter((tab) => !isTabAtRest(tab))
      .map((tab) => `${tab.actor.name} of ${tab.device.name} (${tab.snapshot?.connection})`)
      .join(", ");
  }

  /** Records the last lists and screens. */
  #look(): void {
    const schedule = this.#schedule;
    const shown = this.#allTabs.filter((tab) => tab.isLoaded);
    for (const tab of shown) this.#lookAt(tab);
    schedule.runUntil(schedule.now + 400);
    for (const tab of shown) {
      const { memberId } = tab.device;
      this.#record({ kind: "screen", memberId, page: tab.actor.name, messages: tab.shown });
    }
    for (const devices of this.#devices) {
      const clientIds = devices.flatMap((device) =>
        device
          .keys()
          .flatMap((key) => (key.startsWith("outbox:") ? (key.split(":")[3] ?? []) : [])),
      );
      const [first] = devices;
      if (first) this.#record({ kind: "device", memberId: first.memberId, clientIds });
    }
  }

  #lookAt(tab: Tab): void {
    const schedule = this.#schedule;
    const began = schedule.moment();
    this.#in(tab, () => {
      const path = `/api/pairings/conversation/${CONVERSATION_ID}`;
      this.#call(tab, "GET", `${path}/messages`).then(
        async (response) => {
          const messages = (await response.json()) as MessageDto[];
          if (!response.ok) return;
          this.#record({
            kind: "list",
            memberId: tab.device.memberId,
            began,
            ended: schedule.moment(),
            messages: messages.map(toSeen),
            isFromFirst: true,
            isToLast: true,
            isFinal: true,
          });
        },
        () => {},
      );
    });
  }
}

/** Whether a tab has nothing under way that should end by itself. */
function isTabAtRest(tab: Tab): boolean {
  for (const line of tab.lines) if (line.isDead && line.readyState === LINE_OPEN) return false;
  return (
    tab.snapshot?.connection === "live" &&
    tab.live?.outbox.read().every(({ state }) => state === "failed") === true
  );
}
