import type { BrowserContext } from "@playwright/test";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { orderFaults } from "../faults/support/faults";
import { waitForScripts } from "./fixtures/api";
import { expectAccessible } from "./fixtures/axe";
import { moveTo } from "./fixtures/clock";
import {
  createCouple,
  enterAs,
  findAdmin,
  pairAll,
  register,
  type Someone,
} from "./fixtures/couple";
import { invent, signUp } from "./fixtures/members";
import type { Server } from "./fixtures/server";
import { expect, test } from "./fixtures/test";

// What the draw is to a member, as each page says it: at noon of the day after this one, whatever the hour is.
test.use({ isFaulty: true });
// No test's run is newer than the next one's, whose noon is the same.
test.beforeEach(({ server }) => server.empty());

const NOON = nextMidnightUtc(Date.now()) + 12 * MS_PER_HOUR;
test.beforeEach(({ server, page }) => moveTo(server, [page], NOON));
test.afterAll(({ server }) => orderFaults(server.url, { faults: {} }));

const FAR = { latitude: 20.5, longitude: -150.5, location: "Open Sea, Pacific" };

test("after sign-up the first step is to confirm the e-mail, where midnight asks for it", async ({
  browser,
  contextOptions,
  openServer,
}) => {
  const strict = await openServer("unconfirmed", { REQUIRE_VERIFIED_EMAIL: "1" });
  const context = await browser.newContext({ ...contextOptions, baseURL: strict.url });
  const page = await context.newPage();
  await signUp(page, invent("Una Confirmed"));
  await expect(page).toHaveURL(`${strict.url}/`);
  const draw = page.getByRole("region", { name: /to join the next draw/ });
  await expect(draw.getByRole("listitem").first()).toContainText("Confirm your e-mail");
  await expect(page.getByText(/You’re in the draw/)).toHaveCount(0);
  await expectAccessible(page);
  for (const path of ["/conversations", "/profile"]) {
    await page.goto(path);
    await expect(page.getByText("Confirm your e-mail to join the next draw.")).toBeVisible();
    await expect(page.getByText(/You’re in the draw|It comes on/)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Skip the next one" })).toHaveCount(0);
  }
  await context.close();
});

test("a reader whose clock is past midnight before the server's reads when the draw is, and not that it is over", async ({
  server,
  page,
}) => {
  const fay = await register(server, "Fay Fast", FAR);
  await enterAs(page.context(), server, fay);
  await page.clock.setFixedTime(nextMidnightUtc(NOON) + 5 * MS_PER_MINUTE);
  await page.goto("/conversations");
  await waitForScripts(page);
  const draw = page.getByText(/^You’re in the draw\. It is /);
  await expect(draw).toHaveText(/^You’re in the draw\. It is at .+ your time\.$/);
  await expect(page.getByText("Expired")).toHaveCount(0);
});

test("one who skips, or is suspended, is not said to be in the draw", async ({ server, page }) => {
  const sam = await register(server, "Sam Skips", FAR);
  await enterAs(page.context(), server, sam);
  const inDraw = page.getByRole("heading", { name: /You’re in the draw\. It is in/ });
  await page.goto("/");
  await expect(inDraw).toBeVisible();
  await sam.api.put("/api/users/availability", { data: { pause: "tomorrow" } });
  await page.reload();
  await expect(page.getByRole("heading", { name: /^You sit out the next one\./ })).toBeVisible();
  await expect(inDraw).toHaveCount(0);
  // The next day has its own sentence, which shows at midnight on a page that is left open.
  const tomorrow = page.locator("[data-from]");
  await expect(tomorrow).toHaveText(/That page says where you stand\.$/);
  const admin = await findAdmin(server);
  const decided = await admin.api.post(`/api/admin/members/${sam.user.user_id}/actions`, {
    data: { kind: "suspend", days: 3, reason: "spam", text: "No advertising." },
  });
  expect(decided.status()).toBe(201);
  await page.reload();
  const barred = page.getByRole("heading", {
    name: /^Your account is suspended\. It takes no part/,
  });
  await expect(page.getByRole("link", { name: "View Today's Match" })).toHaveCount(0);
  await expect(page.getByText(/Next in/)).toHaveCount(0);
  await expect(tomorrow).toHaveText("A new day has begun.");
  await barred.getByRole("link", { name: "Read why" }).click();
  await expect(page).toHaveURL(/\/account\/standing$/);
});

test("a day that breaks is explained: after a block, a suspension, and to one who goes first", async ({
  server,
  page,
}) => {
  const [block, suspension] = [await createCouple(server), await createCouple(server)];
  await block.ada.api.post(`/api/blocks/${block.bo.user.user_id}`);
  const admin = await findAdmin(server);
  await admin.api.post(`/api/admin/members/${suspension.ada.user.user_id}/actions`, {
    data: { kind: "suspend", days: 3, reason: "spam", text: "No advertising." },
  });
  for (const [partner, isFirst] of [
    [block.bo, false],
    [suspension.bo, true],
  ] as const) {
    await enterAs(page.context(), server, partner);
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
    await expect(
      page.getByRole("heading", { name: /^Today’s conversation has ended early\./ }),
    ).toContainText(isFirst ? "You go first in the next draw. It is in" : "You’re in the draw.");
  }
  await enterAs(page.context(), server, block.ada);
  await page.goto("/conversations");
  await expect(page.getByRole("heading", { name: "You blocked today’s match." })).toBeVisible();
  await expect(page.getByText(/^You and Bo Achterberg will not see/)).toBeVisible();
});

test("card and conversation say that the partner has not been here yet, until they open it", async ({
  server,
  page,
  consoleWatch,
}) => {
  consoleWatch.expect(/Failed to load resource/);
  const { ada, bo, conversationId, path } = await createCouple(server);
  await enterAs(page.context(), server, ada);
  await page.goto("/conversations");
  const waiting = page.getByText("Bo Achterberg hasn’t been here today yet.");
  await expect(waiting).toBeVisible();
  const conversation = await page.context().newPage();
  await conversation.clock.install({ time: NOON });
  await conversation.goto(path);
  await waitForScripts(conversation);
  const waitingThere = conversation.getByText("Bo Achterberg hasn’t been here today yet.");
  await expect(waitingThere).toBeVisible();
  // A question without an answer leaves the page as it is.
  const asked = conversation.waitForRequest("**/glance");
  await conversation.route("**/glance", (route) => route.abort());
  await conversation.clock.fastForward(MS_PER_MINUTE);
  await asked;
  await conversation.unroute("**/glance");
  await expect(waitingThere).toBeVisible();
  await expect(conversation.getByPlaceholder("Type a message...")).toBeVisible();
  await bo.api.get(`/api/pairings/conversation/${conversationId}/messages`);
  // Left open, it asks now and then.
  await expect(async () => {
    await conversation.clock.fastForward(MS_PER_MINUTE);
    await expect(waitingThere).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("link", { name: "Bo Achterberg" })).toBeVisible();
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

/** Which sentences about the draw a member reads on a page. The server writes them, so scripts are off. */
async function readSentences(context: BrowserContext, server: Server, who: Someone, path: string) {
  await context.clearCookies();
  await context.addCookies([{ name: "session", value: who.token, url: server.url }]);
  const page = await context.newPage();
  await page.goto(path);
  const text = (await page.locator("main").textContent())?.replaceAll(/\s+/g, " ") ?? "";
  await page.close();
  return ALL.filter((sentence) => text.includes(sentence));
}

test("each state has its own sentences, the same on every page that tells of it", async ({
  server,
  browser,
  baseURL,
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
    [Someone, Someone],
    [Someone, Someone],
    [Someone, Someone],
  ];
  const left = await register(server, "Lee Left", spot(19));
  await pairAll(server);
  // They came after the run.
  const [newcomer, skips, paused, incomplete, young, away, banned] = await Promise.all(
    ["New", "Skips", "Paused", "Blank", "Young", "Away", "Banned"].map((name) =>
      register(server, `${name} Comer`, FAR),
    ),
  );
  const members = { newcomer, skips, paused, incomplete, young, away, banned };
  for (const member of Object.values(members)) if (!member) throw new Error("no such member");
  const all = members as Record<keyof typeof members, Someone>;
  const find = async ({ api }: Someone) =>
    ((await (await api.get("/api/pairings/current")).json()) as { conversation: { id: string } })
      .conversation.id;
  const [quarrel, lost, waited] = [await find(blocker), await find(barred), await find(waiting)];
  await blocker.api.post(`/api/blocks/${blocked.user.user_id}`);
  await all.skips.api.put("/api/users/availability", { data: { pause: "tomorrow" } });
  await all.paused.api.put("/api/users/availability", { data: { pause: "open" } });
  const admin = await findAdmin(server);
  for (const [{ user }, kind] of [
    [barred, { kind: "suspend", days: 3 }],
    [all.banned, { kind: "ban" }],
  ] as const) {
    await admin.api.post(`/api/admin/members/${user.user_id}/actions`, {
      data: { ...kind, reason: "spam", text: "No advertising." },
    });
  }
  const day = (days: number) => new Date(NOON - days * MS_PER_DAY).toISOString().slice(0, 10);
  const change = ({ user }: Someone, columns: string) =>
    `update members set ${columns} where id = '${user.user_id}'`;
  server.runSql(
    [
      change(left, "waited = 3"),
      change(all.incomplete, "dob = '1990-02-31'"),
      change(all.young, `dob = '${day(17 * 365)}'`),
      change(all.away, `last_seen_on = '${day(20)}', absence_told_on = '${day(6)}'`),
    ].join(";"),
  );

  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL ? { baseURL } : {}),
  });
  const barredRoutes = [...ROUTES, `/conversation/${lost}`];
  const table: [title: string, who: Someone, sentences: string[], routes: string[]][] = [
    ["in the next draw", all.newcomer, [IN], ROUTES],
    ["sits out one", all.skips, [SKIPS], ROUTES],
    ["paused", all.paused, [PAUSED], ROUTES],
    ["incomplete", all.incomplete, [INCOMPLETE], ROUTES],
    ["too young", all.young, [YOUNG], ROUTES],
    ["away until now", all.away, [AWAY, IN], ROUTES],
    ["left out for the third time", left, [SPECIAL, NIGHT, FIRST], ROUTES],
    ["paired, the partner not here yet", waiting, [NOT_HERE], ["/"]],
    ["paired, in the conversation", waiting, [NOT_HERE], [`/conversation/${waited}`]],
    ["paired, with the next one below", waiting, [NOT_HERE, IN], ["/conversations"]],
    ["ended by the own block", blocker, [OWN_BLOCK, IN], [...ROUTES, `/conversation/${quarrel}`]],
    ["ended early", blocked, [ENDED, IN], [...ROUTES, `/conversation/${quarrel}`]],
    ["ended early, and first", first, [ENDED, FIRST], barredRoutes],
    ["suspended", barred, [SUSPENDED], barredRoutes],
    ["banned", all.banned, [BANNED], ROUTES],
  ];
  for (const [title, who, sentences, routes] of table) {
    for (const path of routes) {
      const read = await readSentences(context, server, who, path);
      expect.soft(read, `${title}: ${path}`).toEqual(sentences);
    }
  }
  await moveTo(server, [], NOON + 12 * MS_PER_HOUR + 2 * MS_PER_SECOND);
  for (const path of ROUTES) {
    const read = await readSentences(context, server, all.newcomer, path);
    expect.soft(read, `being drawn: ${path}`).toEqual([DRAWING]);
  }
  await context.close();
});
