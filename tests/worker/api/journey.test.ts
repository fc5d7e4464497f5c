import { expect, it } from "vitest";
import type { CurrentPairingDto, MessageDto } from "~/core/shared/contract";
import { callApi, createMember, runCron } from "../../support/api";

it("a run pairs two of three members, who talk, and gives the third the day off", async () => {
  const members = [await createMember(), await createMember(), await createMember()];
  await runCron();
  await runCron();
  const today = await Promise.all(
    members.map(({ token }) =>
      callApi<CurrentPairingDto>("GET", "/api/pairings/current", { token }),
    ),
  );
  const paired = members.filter((_, i) => today[i]?.status === 200);
  const [left] = members.filter((_, i) => today[i]?.status === 404);
  expect(paired).toHaveLength(2);
  const [one, other] = paired as [(typeof members)[0], (typeof members)[0]];
  expect(today.find(({ status }) => status === 404)?.body).toEqual({
    code: "pairing_not_found",
    dayOff: true,
    message: "You're the special one today!",
  });
  const conversation = today.find(({ status }) => status === 200)?.body.conversation.id;
  const path = `/api/pairings/conversation/${conversation}/messages`;

  const sent = await callApi("POST", path, {
    token: one.token,
    body: { content: " hello ", client_id: "c1" },
  });
  expect(sent.status).toBe(201);
  const again = await callApi("POST", path, {
    token: one.token,
    body: { content: "hello", client_id: "c1" },
  });
  expect(again).toMatchObject({ status: 200, body: sent.body });
  const bare = await callApi("POST", path, { token: other.token, body: { content: "hi back" } });
  expect(bare).toMatchObject({ status: 201, body: { content: "hi back", client_id: null } });

  const list = await callApi<MessageDto[]>("GET", path, { token: other.token });
  expect(list.body.map(({ content, sender_id, is_read }) => [content, sender_id, is_read])).toEqual(
    [
      ["hello", one.id, false],
      ["hi back", other.id, false],
    ],
  );
  const back = await callApi<MessageDto[]>(
    "GET",
    `${path}?before=${list.body[1]?.message_id}&limit=1`,
    { token: one.token },
  );
  // Only the sender sees a message's `client_id`.
  expect(back.body).toEqual([{ ...list.body[0], client_id: "c1" }]);
  const read = await callApi("POST", `/api/pairings/conversation/${conversation}/read`, {
    token: other.token,
  });
  expect(read.body).toEqual({ read: 1 });
  expect(await callApi("GET", path, { token: left?.token })).toMatchObject({
    status: 404,
    body: { message: "Conversation not found or has expired" },
  });

  await runCron(Date.now() + 24 * 3600 * 1000);
  const tomorrow = await callApi<CurrentPairingDto>("GET", "/api/pairings/current", {
    token: left?.token,
  });
  expect(tomorrow.status).toBe(200);
  const past = await callApi("GET", "/api/pairings/past", { token: one.token });
  expect(past.body).toMatchObject([{ conversation_id: conversation, partner_id: other.id }]);
  const late = await callApi("POST", path, { token: one.token, body: { content: "too late" } });
  expect(late).toMatchObject({ status: 403, body: { code: "conversation_expired" } });
});
