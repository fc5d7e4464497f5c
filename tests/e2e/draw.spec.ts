import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { orderFaults } from "../faults/support/faults";
import { findConversation, waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { moveTo } from "./fixtures/clock";
import { createCouple, enterAs, FAR, pairAll } from "./fixtures/couple";
import { type Member, register, signInAdmin } from "./fixtures/members";
import type { Server } from "./fixtures/server";
import { expect, test } from "./fixtures/test";

// The clocks of the pages and the server show noon tomorrow, whatever the hour of the test. Each test begins with an
// empty server, because the run of an earlier test would have the same date.
test.beforeEach(({ server }) => server.empty());

const NOON = nextMidnightUtc(Date.now()) + 12 * MS_PER_HOUR;
test.beforeEach(({ server, page }) => moveTo(server, [page], NOON));
test.afterAll(({ server }) => orderFaults(server.url, { faults: {} }));

const decide = async (server: Server, { id }: Member, decision: object) =>
  (await signInAdmin(server)).api.post(`/api/admin/members/${id}/actions`, {
    data: { ...decision, reason: "spam", text: "No advertising." },
  });

test("if the reader's clock reaches midnight before the server's, the page still shows the time of the draw", async ({
  server,
  page,
}) => {
  await enterAs(page, server, await register(server, "Fay Fast", FAR));
  await page.clock.setFixedTime(nextMidnightUtc(NOON) + 5 * MS_PER_MINUTE);
  await page.goto("/conversations");
  await waitForScripts(page);
  const draw = page.getByText(/^You’re in the draw\. It is /);
  await expect(draw).toHaveText(/^You’re in the draw\. It is at .+ your time\.$/);
  await expect(page.getByText("Expired")).toHaveCount(0);
});

test("the landing page tells members who sit out or are suspended that they are not in the draw", async ({
  server,
  page,
}) => {
  const sam = await register(server, "Sam Skips", FAR);
  await enterAs(page, server, sam);
  const inDraw = page.getByText(/You’re in the draw\. It is in/);
  await page.goto("/");
  await expect(inDraw).toBeVisible();
  await sam.api.put("/api/users/availability", { data: { pause: "tomorrow" } });
  await page.reload();
  await expect(page.getByRole("heading", { name: /^You sit out the next one\./ })).toBeVisible();
  await expect(inDraw).toHaveCount(0);
  // A page that is still open at midnight shows this sentence from then on.
  const tomorrow = page.locator("[data-from]");
  await expect(tomorrow).toHaveText("A new day has begun.View Today's Match");
  expect((await decide(server, sam, { kind: "suspend", days: 3 })).status()).toBe(201);
  await page.reload();
  const barred = page.getByRole("heading", {
    name: /^Your account is suspended\. It takes no part/,
  });
  await expect(page.getByRole("link", { name: "View Today's Match" })).toHaveCount(0);
  await expect(page.getByText(/Next in/)).toHaveCount(0);
  await expect(tomorrow).toHaveText("A new day has begun.");
  await expect(barred).toBeVisible();
  await expect(barred.getByRole("link")).toHaveCount(0);
  await page.getByRole("link", { name: "Read why" }).click();
  await expect(page).toHaveURL(/\/account\/standing$/);
});

test("the home and landing pages explain a day that ended early because of a block or a suspension", async ({
  server,
  page,
}) => {
  const [block, suspension] = [await createCouple(server, 1), await createCouple(server, 1)];
  await block.ada.api.post(`/api/blocks/${block.bo.id}`);
  await decide(server, suspension.ada, { kind: "suspend", days: 3 });
  for (const [partner, isFirst] of [
    [block.bo, false],
    [suspension.bo, true],
  ] as const) {
    await enterAs(page, server, partner);
    await page.goto("/conversations");
    const ended = page.getByRole("heading", { name: "Today’s conversation has ended early." });
    await expect(ended).toBeVisible();
    await expect(page.getByText("No conversation yet")).toHaveCount(0);
    await expect(
      page.getByText(
        isFirst ? /^You go first in the next draw\. It is in/ : /^You’re in the draw\. It is in/,
      ),
    ).toBeVisible();
    await expectAccessible(page);
    await page.goto("/");
    await expect(ended).toBeVisible();
    await expect(
      page.getByText(isFirst ? /^You go first in the next draw\./ : /^You’re in the draw\./),
    ).toBeVisible();
  }
  await enterAs(page, server, block.ada);
  await page.goto("/conversations");
  await expect(page.getByRole("heading", { name: "You blocked today’s match." })).toBeVisible();
  await expect(page.getByText(/^You and Bo Achterberg will not see/)).toBeVisible();
});

test("until the partner comes, the card and the conversation show that the partner has not been here yet", async ({
  server,
  page: ada,
  consoleWatch,
}) => {
  consoleWatch.expect(/Failed to load resource/);
  const couple = await createCouple(server, 1);
  await enterAs(ada, server, couple.ada);
  await ada.goto("/conversations");
  const waiting = ada.getByText("Bo Achterberg hasn’t been here today yet.");
  await expect(waiting).toBeVisible();
  const conversation = await ada.context().newPage();
  await conversation.clock.install({ time: NOON });
  await conversation.goto(couple.path);
  await waitForScripts(conversation);
  const waitingThere = conversation.getByText("Bo Achterberg hasn’t been here today yet.");
  await expect(waitingThere).toBeVisible();
  const asked = conversation.waitForRequest("**/glance");
  await conversation.route("**/glance", (route) => route.abort());
  await conversation.clock.fastForward(MS_PER_MINUTE);
  await asked;
  await conversation.unroute("**/glance");
  await expect(waitingThere).toBeVisible();
  await expect(conversation.getByPlaceholder("Type a message...")).toBeVisible();
  await couple.bo.api.get(`/api/pairings/conversation/${couple.conversationId}/messages`);
  // The page asks the server every minute whether the partner has come.
  await expect(async () => {
    await conversation.clock.fastForward(MS_PER_MINUTE);
    await expect(waitingThere).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await expect(async () => {
    await ada.reload();
    await expect(ada.getByRole("link", { name: "Bo Achterberg" })).toBeVisible();
    await expect(waiting).toHaveCount(0, { timeout: 1 });
  }).toPass();
});

const DRAWING = "Tonight’s draw is being made";
const SPECIAL = "You're the special one today!";
const NIGHT = "It is night 3 without a partner since your last introduction.";
const ENDED = "Today’s conversation has ended early.";
const OWN_BLOCK = "You blocked today’s match.";
const AWAY = "You had not been here for two weeks, so today’s draw left you out.";
const NOT_HERE = "hasn’t been here today yet.";
const FIRST = "You go first in the next draw.";
const IN = "You’re in the draw.";
const SKIPS = "You sit out the next one.";
const PAUSED = "You are on a pause.";
const INCOMPLETE = "Add your date of birth to join the next draw.";
const YOUNG = "You are in the draw from your 18th birthday on.";
const SUSPENDED = "Your account is suspended";
const BANNED = "Your account is banned";
const ALL = [
  ...[DRAWING, SPECIAL, NIGHT, ENDED, OWN_BLOCK, AWAY, NOT_HERE, FIRST, IN, SKIPS, PAUSED],
  ...[INCOMPLETE, YOUNG, SUSPENDED, BANNED, "Confirm your e-mail to join the next draw."],
];
const ROUTES = ["/", "/conversations", "/profile"];

/** Finds the sentences about the draw in a page that the server renders for a member. */
async function readSentences(server: Server, who: Member, path: string) {
  const headers = { cookie: `session=${who.token}` };
  const html = await (await fetch(server.url + path, { headers })).text();
  const [main = ""] = /<main[\s\S]*<\/main>/.exec(html) ?? [];
  const text = main
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
  return ALL.filter((sentence) => text.includes(sentence));
}

test("each state of the draw has its own sentences, which are the same on all pages", async ({
  server,
}) => {
  const spot = (latitude: number) => ({
    ...{ latitude, longitude: -120.5, location: "Open Sea, Pacific", timezone: "UTC-08:00" },
    distance_preference: 5,
  });
  const meet = (name: string, latitude: number) =>
    Promise.all([
      register(server, `${name} One`, spot(latitude)),
      register(server, `${name} Other`, spot(latitude)),
    ]);
  const couples = [await meet("Waiting", 10), await meet("Blocking", 13), await meet("Losing", 16)];
  const [[waiting], [blocker, blocked], [barred, first]] = couples as [
    [Member, Member],
    [Member, Member],
    [Member, Member],
  ];
  const left = await register(server, "Lee Left", spot(19));
  await pairAll(server);
  const [newcomer, skips, paused, incomplete, young, away, banned] = await Promise.all(
    ["New", "Skips", "Paused", "Blank", "Young", "Away", "Banned"].map((name) =>
      register(server, `${name} Comer`, FAR),
    ),
  );
  const members = { newcomer, skips, paused, incomplete, young, away, banned };
  for (const member of Object.values(members)) if (!member) throw new Error("no such member");
  const all = members as Record<keyof typeof members, Member>;
  const find = (someone: Member) => findConversation(server.url, someone);
  const [quarrel, lost, waited] = [await find(blocker), await find(barred), await find(waiting)];
  await blocker.api.post(`/api/blocks/${blocked.id}`);
  await all.skips.api.put("/api/users/availability", { data: { pause: "tomorrow" } });
  await all.paused.api.put("/api/users/availability", { data: { pause: "open" } });
  await decide(server, barred, { kind: "suspend", days: 3 });
  await decide(server, all.banned, { kind: "ban" });
  const day = (days: number) => new Date(NOON - days * MS_PER_DAY).toISOString().slice(0, 10);
  const change = ({ id }: Member, columns: string) =>
    `update members set ${columns} where id = '${id}'`;
  await server.runSql(
    [
      ...[1, 2].map(
        (
          days,
        ) => `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at)
          values ('before-${days}', 'before-${days}', '${day(days)}', 'cron', 'published', 0, 's', 1);
          insert into day_offs (run_id, member_id) values ('before-${days}', '${left.id}')`,
      ),
      change(all.incomplete, "dob = '1990-02-31'"),
      change(all.young, `dob = '${day(17 * 365)}'`),
      change(all.away, `last_seen_on = '${day(20)}', absence_told_on = '${day(6)}'`),
    ].join(";"),
  );

  const barredRoutes = [...ROUTES, `/conversation/${lost}`];
  const table: [title: string, who: Member, sentences: string[], routes: string[]][] = [
    ["in the next draw", all.newcomer, [IN], ROUTES],
    ["sits out one", all.skips, [SKIPS], ROUTES],
    ["paused", all.paused, [PAUSED], ROUTES],
    ["incomplete", all.incomplete, [INCOMPLETE], ROUTES],
    ["too young", all.young, [YOUNG], ROUTES],
    ["away until now", all.away, [AWAY, IN], ROUTES],
    ["left out for the third time", left, [SPECIAL, NIGHT, FIRST], ROUTES],
    [
      "paired, the partner not here yet",
      waiting,
      [NOT_HERE],
      ["/", "/conversations", `/conversation/${waited}`],
    ],
    ["ended by the own block", blocker, [OWN_BLOCK, IN], [...ROUTES, `/conversation/${quarrel}`]],
    ["ended early", blocked, [ENDED, IN], [...ROUTES, `/conversation/${quarrel}`]],
    ["ended early, and first", first, [ENDED, FIRST], barredRoutes],
    ["suspended", barred, [SUSPENDED], barredRoutes],
    ["banned", all.banned, [BANNED], ROUTES],
  ];
  for (const [title, who, sentences, routes] of table) {
    for (const path of routes) {
      const read = await readSentences(server, who, path);
      expect.soft(read, `${title}: ${path}`).toEqual(sentences);
    }
  }
  await moveTo(server, [], NOON + 12 * MS_PER_HOUR + 2 * MS_PER_SECOND);
  for (const path of ROUTES) {
    const read = await readSentences(server, all.newcomer, path);
    expect.soft(read, `being drawn: ${path}`).toEqual([DRAWING]);
  }
});
