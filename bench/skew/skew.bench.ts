import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { Socket } from "socket.io-client";
import { afterEach, describe, expect, inject, it } from "vitest";
import { launchOptions } from "~/scripts/lib/browser-options.mjs";
import { ROOT } from "~/scripts/lib/project.mjs";
import { LiveServer, type Member, type Pair } from "~/tests/faults/support/live-server";
import { runSoak } from "~/tests/faults/support/soak";
import { openDatabase } from "~/tests/support/local-d1";

/* The last release (old) and the work tree (new) as two versions of one deployment: `npm run bench -- skew`. */

type Version = "old" | "new";
interface Build {
  root: string;
  worker: string;
  assets: string;
}
/** The pages and calls of a version, over the crons, the queue and the objects of one. */
type Deployed = [app: Version, night: Version];

const RELEASE = JSON.parse(process.env.RELEASE ?? "null") as Build;
/** A deployment and its rollback, from all new on: every step is a kill. */
const CYCLE: Deployed[] = [
  ["new", "old"],
  ["old", "old"],
  ["old", "new"],
  ["new", "new"],
];
/** Half of the steps lead forward, half back. */
const KILLS = Number(process.env.KILLS ?? 40);
const TALKING_PAIRS = 6;
const SEND_EVERY_MS = 1_500;

/** Both versions on one state; a file names the one that serves before each start. */
class Deployment {
  readonly directory: string;
  readonly pairs: Pair[];
  readonly server: LiveServer;
  readonly #file: string;

  private constructor(
    directory: string,
    file: string,
    opened: { server: LiveServer; pairs: Pair[] },
  ) {
    this.directory = directory;
    this.#file = file;
    this.server = opened.server;
    this.pairs = opened.pairs;
  }

  /** @param prepare what the database is to be like, in SQL */
  static async open(deployed: Deployed, prepare = ""): Promise<Deployment> {
    const directory = await mkdtemp(join(tmpdir(), "skew-"));
    const file = join(directory, "versions.json");
    await writeFile(file, toText(deployed));
    const script = [join(ROOT, "bench/skew/serve-versions.mjs"), file];
    const opened = await LiveServer.open(directory, { script });
    const deployment = new Deployment(directory, file, opened);
    if (prepare) deployment.runSql(prepare);
    return deployment;
  }

  /** Kills what serves, in the middle of whatever it does, and starts the other versions. */
  async become(deployed: Deployed): Promise<void> {
    await writeFile(this.#file, toText(deployed));
    await this.server.kill();
    await this.server.start();
  }

  async runCron(cron: string): Promise<void> {
    const body = JSON.stringify({ cron, scheduledTime: Date.now() });
    const response = await fetch(`${this.server.url}/run-cron`, { method: "POST", body });
    if (response.status !== 200)
      throw new Error(`the cron ${cron} was answered ${response.status}`);
  }

  runSql(statements: string): void {
    const database = openDatabase(this.directory);
    database.exec(statements);
    database.close();
  }

  async close(): Promise<void> {
    await this.server.kill();
    await rm(this.directory, { recursive: true, force: true });
  }
}

function toText([app, night]: Deployed): string {
  const { worker, assets } = inject("prepared");
  return JSON.stringify({
    builds: { old: RELEASE, new: { root: ROOT, worker, assets } },
    app,
    night,
  });
}

let deployment: Deployment | undefined;
let browser: Browser | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect();
  await browser?.close();
  browser = undefined;
  await deployment?.close();
});

it(`${KILLS} kills, each during a switch of versions, lose, double and change nothing`, async () => {
  const opened = await Deployment.open(["new", "new"]);
  deployment = opened;
  const result = await runSoak(opened.server, opened.pairs.slice(0, TALKING_PAIRS), {
    cuts: KILLS,
    drawUpMs: () => 1_000 + 2_000 * Math.random(),
    isPatient: true,
    sendEveryMs: SEND_EVERY_MS,
    // Pages go by WebSocket straight to the object, stock clients by calls.
    ways: (pair) => [pair % 2 ? "own" : "header", pair % 3 ? "auth" : "own"],
    async cut(cut) {
      await opened.become(CYCLE[cut % CYCLE.length] as Deployed);
      await opened.runCron("*/10 * * * *");
    },
    onSocket: (socket) => sockets.push(socket),
    report: (line) => console.info(line),
  });
  console.info({ ...result.figures, answers: result.answers.put, faults: result.faults.length });
  expect(result.faults).toEqual([]);
  expect(result.connected).toBe(2 * TALKING_PAIRS);
});

/** The conversation of today, as the calls of the version that serves name it. */
async function readConversation(server: LiveServer, member: Member): Promise<string> {
  const response = await server.call(member, "GET", "/pairings/current");
  if (response.status !== 200) throw new Error(`a member has no conversation: ${response.status}`);
  return ((await response.json()) as { conversation: { id: string } }).conversation.id;
}

describe("a night", () => {
  it.each<Deployed>([
    ["old", "new"],
    ["new", "old"],
  ])(
    "of two versions, pages %s and crons %s, is shown by the one and talked in by the other",
    async (app, night) => {
      deployment = await Deployment.open(
        [app, night],
        "delete from pairings; delete from pairing_runs;",
      );
      const { server } = deployment;
      const members = deployment.pairs.flatMap((pair) => pair.members);
      await deployment.runCron("0 0 * * *");
      await deployment.runCron("*/10 * * * *");
      const ids = await Promise.all(members.map((member) => readConversation(server, member)));
      expect(new Set(ids).size).toBe(members.length / 2);
      await deployment.become([night, night]);
      for (const [i, member] of members.entries()) {
        const path = `/pairings/conversation/${ids[i]}/messages`;
        const content = `the words of ${member.memberId}`;
        expect((await server.call(member, "POST", path, { content })).status).toBe(201);
      }
      await deployment.become([app, app]);
      for (const [i, member] of members.entries()) {
        expect(await server.listMessages(member, ids[i] ?? "")).toHaveLength(2);
      }
      console.info({ app, night, members: members.length, conversations: members.length / 2 });
    },
  );
});

const PATIENCE_MS = 60_000;
const patient = { timeout: PATIENCE_MS };
/** Time for a press to show what it does, before the next one. */
const soon = { timeout: 20_000 };

const awaitDialog = (page: Page) => page.locator("dialog[open]").waitFor(patient);

/** Buttons and links of a conversation's page: how to press each, and what appears then. */
const BUTTONS: [
  name: string,
  press: (page: Page) => Promise<void>,
  seen: (page: Page) => Promise<void>,
][] = [
  ["Block User", (page) => choose(page, "Block User"), awaitDialog],
  ["Report User", (page) => choose(page, "Report User"), awaitDialog],
  [
    "View Profile",
    (page) => choose(page, "View Profile"),
    (page) => page.waitForURL(/\/user\//, soon),
  ],
  [
    "Back to Conversations",
    (page) => page.getByRole("link", { name: "Back to Conversations" }).click(),
    (page) => page.getByRole("heading", { name: "Today's Happenstance" }).waitFor(soon),
  ],
];

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Conversation menu" }).click(patient);
  await page.getByRole("menuitem", { name }).click(patient);
}

/** The page of the conversation on a device of its own. */
async function openPage({ server }: Deployment, { members, conversationId }: Pair): Promise<Page> {
  browser ??= await chromium.launch(launchOptions());
  const context = await browser.newContext({ serviceWorkers: "block" });
  await context.addCookies([{ name: "session", value: members[0].token, url: server.url }]);
  const page = await context.newPage();
  await page.goto(`${server.url}/conversation/${conversationId}`);
  await page.locator("html[data-scripts=ready]").waitFor(patient);
  return page;
}

it.each<[Version, Version]>([
  ["old", "new"],
  ["new", "old"],
])(
  "an open page of %s goes on when the server is %s: no word is lost, no button dead",
  async (from, to) => {
    deployment = await Deployment.open([from, from]);
    const { server } = deployment;
    const pair = deployment.pairs[0] as Pair;
    const [own, partner] = pair.members;
    const page = await openPage(deployment, pair);
    const others: Page[] = [];
    for (const _ of BUTTONS) others.push(await openPage(deployment, pair));
    const field = page.getByPlaceholder("Type a message...");
    await field.fill("before");
    await field.press("Enter");
    const stored = async () =>
      (await server.listMessages(own, pair.conversationId)).map(({ content }) => content);
    await expect.poll(stored, patient).toEqual(["before"]);

    await field.fill("in the middle");
    await deployment.become([to, to]);
    await field.press("Enter");
    await expect.poll(stored, patient).toEqual(["before", "in the middle"]);
    const path = `/pairings/conversation/${pair.conversationId}/messages`;
    const answer = await server.call(partner, "POST", path, { content: "from the other side" });
    expect(answer.status).toBe(201);
    await page.getByRole("log").getByText("from the other side").waitFor(patient);
    for (const [i, [name, press, seen]] of BUTTONS.entries()) {
      const other = others[i] as Page;
      await press(other);
      // The framework reloads this page if the code of the next one is gone; the second press then goes there.
      const presses = await seen(other).then(
        () => 1,
        async () => {
          await press(other);
          await seen(other);
          return 2;
        },
      );
      console.info({ from, to, button: name, presses });
    }
  },
);
