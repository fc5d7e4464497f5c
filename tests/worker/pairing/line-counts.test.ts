import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import type { Viewer } from "~/core/accounts/viewer";
import { countLines, listPastWithLines } from "~/core/pairing/service";
import { unavailable } from "~/core/shared/errors";
import { callApi, emptyDatabase, sendMessage } from "../../support/api";
import { blockMember, pairMembers } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import { createTestDeps } from "./support";

beforeEach(emptyDatabase);

const viewerOf = ({ id }: { id: string }) => ({ memberId: id }) as Viewer;

/**
 * Reads a member's history.
 * @returns the lines of each conversation, and the conversations whose objects were called
 */
async function look(viewer: Viewer, isReached = true) {
  const deps = createTestDeps();
  const asked: string[] = [];
  const { summarise } = deps.conversations;
  deps.conversations = {
    ...deps.conversations,
    summarise: async (id, reader) => {
      asked.push(id);
      if (!isReached) throw unavailable();
      return summarise(id, reader);
    },
  };
  const page = await listPastWithLines(deps, viewer, {});
  const ids = page.filter((one) => one.isUncounted).map((one) => one.conversation_id);
  const counts = await countLines(deps, viewer, ids);
  await deps.settle();
  const lines = page.map((one) => [
    one.conversation_id,
    one.lines ?? counts.get(one.conversation_id)?.lines,
  ]);
  return { lines: Object.fromEntries(lines), asked };
}

it("the history shows each conversation's line count and first line, and calls its object once", async () => {
  const [one, other, stranger] = [await seedMember(), await seedMember(), await seedMember()];
  const talk = await pairMembers(one, other, 0, "talk");
  await pairMembers(one, other, -1, "silence");
  for (const content of ["hello", "is this on?"]) {
    expect((await sendMessage(one, talk, content)).status).toBe(201);
  }
  const end = (expiresAt: number) =>
    env.DB.prepare("update pairings set expires_at = ? where id = 'talk'").bind(expiresAt).run();
  const unknown = { talk: undefined, silence: undefined };
  // A message sent just before the end is perhaps not stored yet, so the object is not called.
  await end(Date.now());
  expect(await look(viewerOf(one))).toEqual({ lines: unknown, asked: [] });
  await end(Date.now() - 60_000);
  expect(await look(viewerOf(one), false)).toEqual({ lines: unknown, asked: ["talk"] });
  expect(await look(viewerOf(one))).toEqual({
    lines: { talk: 2, silence: undefined },
    asked: ["talk"],
  });
  for (const member of [one, other]) {
    expect(await look(viewerOf(member))).toEqual({
      lines: { talk: 2, silence: undefined },
      asked: [],
    });
  }
  const firstLines = async (member: { id: string }) =>
    (await listPastWithLines(createTestDeps(), viewerOf(member), {})).map((past) => past.firstLine);
  expect(await firstLines(one)).toEqual(["hello", null]);
  const stored = "select first_line from pairings where id = ?";
  const words = await env.DB.prepare(stored).bind(talk).first<string>("first_line");
  expect(words).toMatch(/^[\w+/=]{16}\.[\w+/=]{20,}$/);
  expect(words).not.toContain("hello");
  // The page shows the line count and the first line, but the API shows neither
  // (docs/rules.md#history).
  const past = await callApi<object[]>("GET", "/api/pairings/past", { token: one.token });
  expect(past.body[0]).not.toHaveProperty("lines");
  expect(past.body[0]).not.toHaveProperty("firstLine");
  const report = { token: other.token, body: { reason: "harassment", conversation_id: talk } };
  expect((await callApi("POST", `/api/reports/${one.id}`, report)).status).toBe(201);
  expect(await firstLines(other)).toEqual([null, null]);
  expect(await firstLines(one)).toEqual(["hello", null]);

  await env.DB.prepare("update pairings set message_count = null").run();
  expect(await countLines(createTestDeps(), viewerOf(stranger), [talk])).toEqual(new Map());
  await blockMember(other, one);
  expect(await firstLines(one)).toEqual([null, null]);
  expect(await countLines(createTestDeps(), viewerOf(one), [talk])).toEqual(new Map());
});

it("the history shows the beginning of a long first message, on one line", async () => {
  const [one, other] = [await seedMember(), await seedMember()];
  const talk = await pairMembers(one, other, 0, "long");
  const content = `Good\nmorning, ${"🌼".repeat(200)}`;
  await sendMessage(one, talk, content);
  await env.DB.prepare("update pairings set expires_at = ?")
    .bind(Date.now() - 60_000)
    .run();
  await look(viewerOf(one));
  const [past] = await listPastWithLines(createTestDeps(), viewerOf(other), {});
  expect(past?.firstLine).toBe(`Good morning, ${"🌼".repeat(105)}…`);
});
