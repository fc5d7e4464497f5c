import { expect, it } from "vitest";
import { authenticate } from "~/core/accounts/session";
import { exportData } from "~/core/profile/service";
import { pairMembers } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import { createTestDeps } from "../pairing/support";

const CONVERSATIONS = 8;

it("an export reads one conversation at a time, only when its reader asks for more", async () => {
  const member = await seedMember();
  for (let day = 1; day <= CONVERSATIONS; day++) {
    await pairMembers(member, await seedMember(), -day);
  }
  const deps = createTestDeps();
  const asked: string[] = [];
  const conversations: typeof deps.conversations = {
    ...deps.conversations,
    list: (id, page) => {
      asked.push(id);
      return deps.conversations.list(id, page);
    },
  };
  const viewer = await authenticate(deps, member.token);
  const { stream } = await exportData({ ...deps, conversations }, viewer);
  expect(asked).toHaveLength(1);
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let chunk = 0; ; chunk++) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value);
    // The first chunk has everything but the conversations. Each later chunk has one conversation.
    expect(asked.length).toBeLessThanOrEqual(Math.max(1, chunk));
  }
  const { conversations: exported } = JSON.parse(text);
  expect(exported.map((one: { conversation_id: string }) => one.conversation_id)).toEqual(asked);
  expect(asked).toHaveLength(CONVERSATIONS);
});
