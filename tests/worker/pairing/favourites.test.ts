import { beforeEach, expect, it } from "vitest";
import type { Viewer } from "~/core/accounts/viewer";
import { listPastWithLines, starConversation } from "~/core/pairing/service";
import { callApi, emptyDatabase } from "../../support/api";
import { pairMembers } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import { createTestDeps } from "./support";

beforeEach(emptyDatabase);

type Someone = Awaited<ReturnType<typeof seedMember>>;
const viewerOf = ({ id }: Someone) => ({ memberId: id }) as Viewer;

const listStarred = async (member: Someone) =>
  (await listPastWithLines(createTestDeps(), viewerOf(member), {}))
    .filter(({ isStarred }) => isStarred)
    .map((past) => past.conversation_id);

const star = (member: Someone, conversationId: string, isStarred = true) =>
  starConversation(createTestDeps(), viewerOf(member), { conversationId, isStarred });

async function listExported({ token }: Someone) {
  const { body } = await callApi<{
    conversations: { conversation_id: string; favourite: boolean }[];
  }>("GET", "/api/users/export", { token });
  return body.conversations
    .filter(({ favourite }) => favourite)
    .map((conversation) => conversation.conversation_id);
}

it("a favourite is shown only to the member who set it, and a stranger can't set one", async () => {
  const [one, other, stranger] = [await seedMember(), await seedMember(), await seedMember()];
  await pairMembers(one, other, -1, "first");
  await pairMembers(other, one, -2, "second");
  for (const id of ["first", "second"]) {
    await star(one, id);
    await expect(star(stranger, id)).rejects.toMatchObject({ code: "conversation_not_found" });
  }
  expect(await listStarred(one)).toEqual(["first", "second"]);
  expect(await listStarred(other)).toEqual([]);
  await star(other, "second");
  await star(one, "second", false);
  expect([await listStarred(one), await listStarred(other)]).toEqual([["first"], ["second"]]);
  expect([await listExported(one), await listExported(other)]).toEqual([["first"], ["second"]]);
  const past = await callApi<object[]>("GET", "/api/pairings/past", { token: one.token });
  expect(JSON.stringify(past.body)).not.toMatch(/starred|favourite/i);
});
