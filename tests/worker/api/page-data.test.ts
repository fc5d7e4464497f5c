import { env } from "cloudflare:workers";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, it } from "vitest";
import { readConversationPage } from "~/app/features/conversation/read-conversation-page.server";
import { readHome } from "~/app/features/pairing/home-loader.server";
import { BOUNDS } from "~/core/accounts/bounds";
import { authenticate } from "~/core/accounts/session";
import { previewTrigger } from "~/core/pairing/service";
import { readDrawState } from "~/core/shared/draw-state";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { callApi, sendMessage } from "../../support/api";
import { expectLoggedError } from "../../support/fail-on-console";
import { blockMember, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";

async function openPage({ token }: SeededMember) {
  const logger = createLogger({});
  const deps = createDeps(env, { logger, defer: () => undefined });
  const context = { deps, logger } as AppLoadContext;
  const asked = { context, request: new Request("https://happenstance.test/conversations") };
  return { context, asked, viewer: await authenticate(deps, token) };
}

it("the page of a blocked conversation has only the partner's name and the block", async () => {
  const blocker = await seedMember({
    location: "Oslo, Norway",
    latitude: 59.91,
    longitude: 10.75,
    avatar_url: "https://example.org/face.png",
  });
  const blocked = await seedMember();
  const id = await pairMembers(blocker, blocked);
  await blockMember(blocker, blocked);
  for (const [member, other, blockedByYou] of [
    [blocked, blocker, false],
    [blocker, blocked, true],
  ] as const) {
    const { context, viewer } = await openPage(member);
    const asked = { conversationId: id, isWhole: false };
    const ended = { is: "ended_early", isOwnBlock: blockedByYou, goesFirst: false };
    const page = await readConversationPage(context, viewer, asked);
    if (page.kind !== "blocked") throw new Error(`it is ${page.kind}`);
    const { draw, now, ...shown } = page;
    expect(shown).toEqual({ kind: "blocked", name: other.name, blockedByYou });
    expect(readDrawState(draw, now).today).toEqual(ended);
    expect(JSON.stringify(draw)).not.toMatch(new RegExp(`${other.id}|Oslo|59\\.9|face`));
  }
});

it("the page of the history hides the blocker's place from the blocked member", async () => {
  const blocker = await seedMember({ latitude: 59.91, longitude: 10.75 });
  const blocked = await seedMember();
  await pairMembers(blocker, blocked, -1);
  const { asked, viewer } = await openPage(blocked);
  const readPlace = async () => {
    const { past } = await readHome(asked, viewer, { before: null, knowsWhy: false });
    return past[0]?.place;
  };
  expect(await readPlace()).toContain("Norway");
  await blockMember(blocker, blocked);
  expect(await readPlace()).toBeNull();
});

it("an invalid cursor redirects the page to the start of the history, while the API answers 400", async () => {
  const member = await seedMember();
  const partner = await seedMember();
  const gone = await pairMembers(member, partner, -1);
  const { asked, viewer } = await openPage(member);
  const read = (before: string) => readHome(asked, viewer, { before, knowsWhy: true });
  expect((await read(gone)).isPaged).toBe(true);
  await callApi("DELETE", "/api/users/account", { token: partner.token });
  for (const before of [gone, "nonsense"]) {
    const answer = await read(before).catch((thrown: unknown) => thrown);
    expect(answer).toBeInstanceOf(Response);
    const { status, headers } = answer as Response;
    expect([status, headers.get("location")]).toEqual([302, "/conversations"]);
    const { token } = member;
    const refused = await callApi("GET", `/api/pairings/past?before=${before}`, { token });
    expect(refused).toMatchObject({ status: 400, body: { code: "invalid_input" } });
  }
});

it("if today's pairing can't be read but the history can, the page shows an error and the history", async () => {
  expectLoggedError(/page\.failed/);
  const member = await seedMember();
  const id = await pairMembers(member, await seedMember(), -1);
  const { asked, viewer } = await openPage(member);
  const read = () => readHome(asked, viewer, { before: null, knowsWhy: true });
  await env.DB.prepare("alter table day_offs rename to day_offs_away").run();
  const broken = await read();
  await env.DB.prepare("alter table day_offs_away rename to day_offs").run();
  expect(broken).toMatchObject({
    pairing: null,
    failed: "Failed to fetch current pairing",
    past: [{ conversation_id: id }],
  });
  expect(await read()).toMatchObject({ failed: null, past: [{ conversation_id: id }] });
});

it("the search finds past conversations by part of a name or place, ignoring case and accents", async () => {
  const member = await seedMember();
  const malmo = await seedMember({ name: "Åsa Öberg", location: "Malmö, Skåne, Sweden" });
  const porto = await seedMember({ name: "Rui Costa", location: "Porto, Portugal" });
  await pairMembers(member, malmo, -2);
  await pairMembers(member, porto, -1);
  const { asked, viewer } = await openPage(member);
  const find = async (search: string) => {
    const home = await readHome(asked, viewer, { before: null, knowsWhy: true, search });
    return home.past.map((one) => one.partner_name);
  };
  expect(await find("malmo")).toEqual(["Åsa Öberg"]);
  expect(await find("OBERG")).toEqual(["Åsa Öberg"]);
  expect(await find("port")).toEqual(["Rui Costa"]);
  expect(await find("%")).toEqual([]);
});

it("only the blocker's page marks blocked partners in the history and names today's blocked partner", async () => {
  const member = await seedMember();
  const today = await seedMember({ name: "Noor van Dijk" });
  const earlier = await seedMember();
  await pairMembers(member, earlier, -1);
  const id = await pairMembers(member, today);
  await blockMember(member, earlier);
  await blockMember(member, today);
  const { asked, viewer } = await openPage(member);
  const home = await readHome(asked, viewer, { before: null, knowsWhy: true });
  expect(home.blocked).toEqual({ name: "Noor van Dijk", conversationId: id });
  expect(home.past).toMatchObject([{ partner_id: earlier.id, isBlocked: true }]);
  // The blocked member sees the block only in the conversation.
  const other = await openPage(today);
  const theirs = await readHome(other.asked, other.viewer, { before: null, knowsWhy: true });
  expect(theirs.blocked).toBeNull();
});

it("the page has the number of today's unread messages, and the last message", async () => {
  const [member, partner] = [await seedMember(), await seedMember()];
  const id = await pairMembers(member, partner);
  const { asked, viewer } = await openPage(member);
  const readSummary = async () =>
    (await readHome(asked, viewer, { before: null, knowsWhy: true })).summary;
  expect(await readSummary()).toEqual({ unread: 0, lastLine: null });
  await sendMessage(member, id, "Hello");
  await sendMessage(partner, id, "And hello");
  expect(await readSummary()).toMatchObject({
    unread: 1,
    lastLine: { content: "And hello", sender_id: partner.id },
  });
});

it("only an admin gets the preview of a reset", async () => {
  const admin = await seedMember({ is_admin: 1 });
  const member = await seedMember();
  await pairMembers(member, await seedMember());
  const { context, viewer } = await openPage(admin);
  const preview = await previewTrigger(context.deps, viewer);
  expect(preview.open).toBeGreaterThanOrEqual(1);
  expect(preview.pairs * 2 + preview.unmatched).toBe(preview.members);
  const other = await openPage(member);
  await expect(previewTrigger(other.context.deps, other.viewer)).rejects.toMatchObject({
    code: "forbidden",
  });
  const asked = { before: null, knowsWhy: true, asksReset: true };
  expect((await readHome(other.asked, other.viewer, asked)).resetPreview).toBeNull();
});

it("a page that explains a day off counts towards the limit of the API's call, and obeys it", async () => {
  const member = await seedMember();
  const today = new Date().toISOString().slice(0, 10);
  await env.DB.batch([
    env.DB.prepare(
      `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at)
       values ('r-day-off', 'r-day-off', ?, 'admin', 'published', 0, 'seed', ?)`,
    ).bind(today, Date.now()),
    env.DB.prepare("insert into day_offs (run_id, member_id) values ('r-day-off', ?)").bind(
      member.id,
    ),
  ]);
  const { asked, viewer } = await openPage(member);
  const read = (knowsWhy: boolean) => readHome(asked, viewer, { before: null, knowsWhy });
  const count = async () => {
    const statement = "select max(count) as count from rate_windows where member_id = ?";
    return env.DB.prepare(statement).bind(member.id).first<number>("count");
  };
  expect((await read(true)).why).toBeNull();
  expect(await count()).toBeNull();
  for (let i = 0; i < 3; i++) expect((await read(false)).why).toMatchObject({ paired: false });
  expect(await count()).toBe(3);
  await callApi("GET", "/api/pairings/today/why", { token: member.token });
  expect(await count()).toBe(4);
  await env.DB.prepare("update rate_windows set count = ? where member_id = ?")
    .bind(BOUNDS.explanations.minute.limit, member.id)
    .run();
  expect(await read(false)).toMatchObject({ why: null, failed: null });
});
