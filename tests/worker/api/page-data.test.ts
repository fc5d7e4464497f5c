import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { readConversationPage } from "~/app/features/conversation/read-conversation-page.server";
import { readHome } from "~/app/features/pairing/read-home.server";
import type { AppLoadContext } from "~/app/framework.server";
import { createLogger } from "~/worker/adapters/logger";
import { createServices } from "~/worker/services";
import { callApi } from "../../support/api";
import { expectLoggedError } from "../../support/fail-on-console";
import { blockMember, pairMembers } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";

/** What a page's loader hands on. */
async function openPage({ token }: SeededMember) {
  const logger = createLogger({});
  const services = createServices(env, { logger, defer: () => undefined });
  const context = { services, logger } as AppLoadContext;
  const asked = { context, request: new Request("https://happenstance.test/conversations") };
  return { context, asked, viewer: await services.auth.authenticate(token) };
}

it("tells a blocked conversation's name and state, and nothing else of the partner", async () => {
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
    expect(await readConversationPage(context, viewer, asked)).toEqual({
      kind: "blocked",
      conversation: { id, partner: { name: other.name }, isBlocked: true, blockedByYou },
    });
  }
});

it("shows a blocked member no place in the history", async () => {
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

it("leads a page of the history that is gone to the first one, where the API refuses it", async () => {
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

it("keeps the history where today's pairing alone can't be read, and says so", async () => {
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
