import fc from "fast-check";
import { expect } from "vitest";
import {
  type Answer,
  anyMember,
  ask,
  barOf,
  bodyOf,
  defineStep,
  expectBar,
  expectOk,
  expectRefusal,
  sideOf,
  someConversation,
  someSide,
  type Turn,
} from "../ask";
import type { Conversation, Member, Message } from "../model";

const iso = (at: number) => new Date(at).toISOString();
const where = { at: someConversation, side: someSide, who: anyMember };
const pathOf = (id: string) => `/api/pairings/conversation/${id}`;

/** A message as a member of its conversation sees it. */
const seenBy = (member: Member, message: Message) => ({
  message_id: message.id,
  content: message.content,
  sender_id: message.by.id,
  is_read: message.isRead,
  client_id: message.by === member ? message.key : null,
});

const pick = ({
  message_id,
  content,
  sender_id,
  is_read,
  client_id,
}: ReturnType<typeof seenBy>) => ({
  message_id,
  content,
  sender_id,
  is_read,
  client_id,
});

function markOpened({ model }: Turn, conversation: Conversation, member: Member): void {
  if (!model.isOver(conversation)) conversation.opened.add(member);
}

/** Checks the answer to one message, and adds the message to the model. */
function judgeSent(
  turn: Turn,
  answer: Answer,
  {
    conversation,
    member,
    content,
    key,
  }: {
    conversation: Conversation | undefined;
    member: Member;
    content: string;
    key: string | null;
  },
): void {
  const { model } = turn;
  const told = content.trim().normalize("NFC");
  const [lastSecond, lastMinute] = [1_000, 60_000].map((ms) => model.count(member, "messages", ms));
  if (answer.status === 429 && ((lastSecond ?? 0) >= 12 || (lastMinute ?? 0) >= 60)) {
    expectRefusal(turn, answer, "too_many_requests");
    return;
  }
  member.events.messages.push(model.now);
  if (told === "" || told.length > 2_000) {
    expectRefusal(turn, answer, "invalid_input");
    return;
  }
  const bar = barOf(turn, conversation, member, { writes: true });
  const first = conversation?.messages.find(
    (one) => one.by === member && key !== null && one.key === key,
  );
  if (bar && !(bar === "conversation_expired" && first && answer.status === 200)) {
    expectBar(turn, answer, bar);
    return;
  }
  if (!conversation) throw new Error("stored in no conversation");
  markOpened(turn, conversation, member);
  const sent = bodyOf<ReturnType<typeof seenBy>>(answer);
  if (first) {
    expectOk(turn, answer, "sent again");
    expect(pick(sent)).toEqual(seenBy(member, first));
    return;
  }
  expect(lastSecond).toBeLessThan(12);
  expectOk(turn, answer, "sent", 201);
  const message = { id: sent.message_id, by: member, content: told, key, isRead: false };
  conversation.messages.push(message);
  expect(sent).toMatchObject({ ...seenBy(member, message), sender_name: member.name });
  // Messages of the same millisecond get consecutive times, so this one may be some milliseconds later.
  const late = Date.parse(bodyOf<{ created_at: string }>(answer).created_at) - model.now;
  expect(late >= 0 && late < conversation.messages.length).toBe(true);
}

const someText = fc.constantFrom(
  "hello",
  "  how are you?  ",
  "x".repeat(2_000),
  "é",
  "",
  "  ",
  "x".repeat(2_001),
);
const someKey = fc.constantFrom(null, null, "key-1", "key-2");

/** A message, now and then sent twice. */
const send = defineStep(
  "send",
  8,
  { ...where, content: someText, key: someKey, isTwice: fc.constantFrom(false, false, true) },
  async (turn, parts) => {
    const { conversation, id, member } = sideOf(turn, parts);
    const { content, key } = parts;
    const body = { content, ...(key ? { client_id: key } : {}) };
    for (let n = 0; n < (parts.isTwice ? 2 : 1); n++) {
      const answer = await ask(turn, member, `POST ${pathOf(id)}/messages`, { body });
      if (answer) judgeSent(turn, answer, { conversation, member, content, key });
    }
  },
);

const sendFast = defineStep("send fast", 1, where, async (turn, parts) => {
  const { conversation, id, member } = sideOf(turn, parts);
  for (let n = 0; n < 14; n++) {
    const body = { content: `line ${n}` };
    const answer = await ask(turn, member, `POST ${pathOf(id)}/messages`, { body });
    if (!answer) return;
    judgeSent(turn, answer, { conversation, member, content: body.content, key: null });
  }
});

/** Reads all messages, and compares them with the model. */
export async function readWhole(
  turn: Turn,
  conversation: Conversation | undefined,
  member: Member,
) {
  const answer = await ask(turn, member, `GET ${pathOf(conversation?.id ?? "nowhere")}/messages`);
  if (!answer) return;
  const bar = barOf(turn, conversation, member);
  if (bar || !conversation) {
    expectBar(turn, answer, bar ?? "conversation_not_found");
    return;
  }
  expectOk(turn, answer, "read messages");
  markOpened(turn, conversation, member);
  const list = bodyOf<ReturnType<typeof seenBy>[]>(answer).map(pick);
  expect(list).toEqual(conversation.messages.map((one) => seenBy(member, one)));
}

const readMessages = defineStep("read messages", 4, where, async (turn, parts) => {
  const { conversation, member } = sideOf(turn, parts);
  await readWhole(turn, conversation, member);
});

const readPage = defineStep(
  "read a page",
  2,
  { ...where, limit: fc.integer({ min: 0, max: 3 }), before: fc.option(fc.nat({ max: 5 })) },
  async (turn, parts) => {
    const { conversation, id, member } = sideOf(turn, parts);
    const { limit, before } = parts;
    const all = conversation?.messages ?? [];
    const end = before === null ? all.length : all.findIndex((_, i) => i === before);
    const from = before === null ? "" : `&before=${all[end]?.id ?? "no-message"}`;
    const answer = await ask(turn, member, `GET ${pathOf(id)}/messages?limit=${limit}${from}`);
    if (!answer) return;
    const bar = limit === 0 ? "invalid_input" : barOf(turn, conversation, member);
    if (bar || !conversation) {
      expectBar(turn, answer, bar ?? "conversation_not_found");
      return;
    }
    if (end < 0) {
      expectRefusal(turn, answer, "invalid_input");
      return;
    }
    expectOk(turn, answer, "read a page");
    markOpened(turn, conversation, member);
    const page = all.slice(Math.max(0, end - limit), end);
    const list = bodyOf<ReturnType<typeof seenBy>[]>(answer).map(pick);
    expect(list).toEqual(page.map((one) => seenBy(member, one)));
  },
);

const markRead = defineStep("mark read", 3, where, async (turn, parts) => {
  const { conversation, id, member } = sideOf(turn, parts);
  const answer = await ask(turn, member, `POST ${pathOf(id)}/read`);
  if (!answer) return;
  const bar = barOf(turn, conversation, member);
  if (bar || !conversation) {
    expectBar(turn, answer, bar ?? "conversation_not_found");
    return;
  }
  expectOk(turn, answer, "marked as read");
  markOpened(turn, conversation, member);
  const unread = conversation.messages.filter((one) => one.by !== member && !one.isRead);
  expect(answer.body).toEqual({ read: unread.length });
  for (const message of unread) message.isRead = true;
});

const blockStatus = defineStep("block status", 2, where, async (turn, parts) => {
  const { conversation, id, member } = sideOf(turn, parts);
  const answer = await ask(turn, member, `GET /api/blocks/conversation/${id}`);
  if (!answer) return;
  const bar = barOf(turn, conversation, member, { ignoresBlocks: true });
  if (bar || !conversation) {
    expectBar(turn, answer, bar ?? "conversation_not_found");
    return;
  }
  expectOk(turn, answer, "read the block status");
  const { model } = turn;
  const partner = model.partnerIn(conversation, member);
  const [isBlocked, blockedByYou] = [
    model.eitherBlocks(member, partner),
    model.hasBlocked(member, partner),
  ];
  expect(answer.body).toEqual({ isBlocked, blockedByYou });
});

/** Reads the sealed addresses, and compares them with the model. */
export async function readLines(
  turn: Turn,
  conversation: Conversation | undefined,
  member: Member,
) {
  const { model } = turn;
  const answer = await ask(turn, member, `GET ${pathOf(conversation?.id ?? "nowhere")}/address`);
  if (!answer) return;
  const revealed = conversation ? model.areLinesRevealed(conversation) : false;
  const bar = barOf(turn, conversation, member, { ignoresBlocks: revealed });
  if (bar || !conversation) {
    expectBar(turn, answer, bar ?? "conversation_not_found");
    return;
  }
  expectOk(turn, answer, revealed ? "read revealed lines" : "read sealed lines");
  const lineOf = (one: Member) => conversation.lines.get(one) ?? null;
  expect(answer.body).toEqual({
    mine: lineOf(member),
    // Who took their own line away doesn't keep the other one.
    theirs:
      revealed && lineOf(member) !== null ? lineOf(model.partnerIn(conversation, member)) : null,
    opensAt: iso(conversation.publishedAt),
    revealed,
  });
}

const readSealed = defineStep("read lines", 3, where, async (turn, parts) => {
  const { conversation, member } = sideOf(turn, parts);
  await readLines(turn, conversation, member);
});

const someLine = fc.constantFrom(
  "the blue door",
  "the red door",
  " ring twice ",
  "",
  "x".repeat(201),
);

/** One side leaves a line, or both do. */
const seal = defineStep(
  "leave a line",
  5,
  { ...where, line: someLine, isOfBoth: fc.boolean() },
  async (turn, parts) => {
    await leaveLine(turn, parts);
    if (parts.isOfBoth && parts.side < 2) await leaveLine(turn, { ...parts, side: 1 - parts.side });
  },
);

/** Leaves a line as the member of a side. */
export async function leaveLine(
  turn: Turn,
  parts: { at: number; side: number; who: number; line: string },
) {
  const { conversation, id, member } = sideOf(turn, parts);
  const body = { address: parts.line };
  const answer = await ask(turn, member, `PUT ${pathOf(id)}/address`, { body });
  if (!answer) return;
  const line = parts.line.trim();
  const isGood = line.length > 0 && line.length <= 200;
  const bar = isGood ? barOf(turn, conversation, member, { writes: true }) : "invalid_input";
  if (bar || !conversation) {
    expectBar(turn, answer, bar ?? "conversation_not_found");
    return;
  }
  expectOk(turn, answer, "left a line");
  conversation.lines.set(member, line);
}

const takeBack = defineStep("take a line back", 2, where, async (turn, parts) => {
  const { conversation, id, member } = sideOf(turn, parts);
  const revealed = conversation ? turn.model.areLinesRevealed(conversation) : false;
  const answer = await ask(turn, member, `DELETE ${pathOf(id)}/address`);
  if (!answer) return;
  const bar = barOf(turn, conversation, member, { ignoresBlocks: true });
  if (bar || !conversation) {
    expectBar(turn, answer, bar ?? "conversation_not_found");
    return;
  }
  expectOk(turn, answer, "took a line back");
  if (revealed) conversation.lines.set(member, null);
  else conversation.lines.delete(member);
});

interface Row {
  level: number;
  question: string | null;
  mine: string | null;
  theirs: string | null;
  partner_answered: boolean;
}

const isLevelOpen = ({ isRevealed }: Conversation, level: number) =>
  level === 1 || isRevealed[level - 2] === true;

/** Compares the row of a level with the model. */
function expectRow({ model }: Turn, conversation: Conversation, member: Member, row: Row): void {
  const { answers, isRevealed } = conversation;
  const given = answers[row.level - 1];
  const partner = model.partnerIn(conversation, member);
  const theirs = given?.get(partner) ?? null;
  expect({ ...row, question: row.question !== null }).toEqual({
    level: row.level,
    question: isLevelOpen(conversation, row.level),
    mine: given?.get(member) ?? null,
    theirs: isRevealed[row.level - 1] ? theirs : null,
    partner_answered: theirs !== null,
  });
}

/** Reads the day's questions, and compares them with the model. */
export async function readQuestions(
  turn: Turn,
  conversation: Conversation | undefined,
  member: Member,
) {
  const answer = await ask(turn, member, `GET ${pathOf(conversation?.id ?? "nowhere")}/questions`);
  if (!answer) return;
  const bar = barOf(turn, conversation, member);
  if (bar || !conversation) {
    expectBar(turn, answer, bar ?? "conversation_not_found");
    return;
  }
  expectOk(turn, answer, "read questions");
  const rows = bodyOf<Row[]>(answer);
  expect(rows.map(({ level }) => level)).toEqual([1, 2, 3]);
  for (const row of rows) expectRow(turn, conversation, member, row);
}

const listQuestions = defineStep("read questions", 2, where, async (turn, parts) => {
  const { conversation, member } = sideOf(turn, parts);
  await readQuestions(turn, conversation, member);
});

interface Given {
  at: number;
  side: number;
  who: number;
  level: number;
  text: string;
}

/** One side answers a question, or both do, sometimes more than once. */
const answerQuestion = defineStep(
  "answer a question",
  6,
  {
    ...where,
    level: fc.constantFrom(1, 1, 1, 1, 2, 2, 3, 4),
    text: fc.constantFrom("the sea", " the hills ", "the wood", ""),
    isOfBoth: fc.boolean(),
    isTwice: fc.boolean(),
  },
  async (turn, parts) => {
    await giveAnswer(turn, parts);
    if (parts.isOfBoth && parts.side < 2)
      await giveAnswer(turn, { ...parts, side: 1 - parts.side });
    if (parts.isTwice) await giveAnswer(turn, parts);
  },
);

async function giveAnswer(turn: Turn, parts: Given): Promise<void> {
  const { conversation, id, member } = sideOf(turn, parts);
  const { level } = parts;
  const body = { answer: parts.text };
  const answer = await ask(turn, member, `PUT ${pathOf(id)}/questions/${level}`, { body });
  if (!answer) return;
  const text = parts.text.trim();
  const isLevel = level <= 3;
  const bar = text === "" ? "invalid_input" : barOf(turn, conversation, member, { writes: true });
  if (bar || !conversation) {
    // The contract does not order the two refusals of an unknown level.
    if (!isLevel && answer.status === 404)
      expectRefusal(turn, answer, "not_found", "conversation_not_found");
    else expectBar(turn, answer, bar ?? "conversation_not_found");
    return;
  }
  const given = conversation.answers[level - 1];
  if (!given || !isLevelOpen(conversation, level)) {
    expectRefusal(turn, answer, given ? "question_not_open" : "not_found");
    return;
  }
  if (conversation.isRevealed[level - 1]) {
    expectRefusal(turn, answer, "already_revealed");
    return;
  }
  const isSecond = given.has(turn.model.partnerIn(conversation, member));
  // A block has sealed the level for good. The contract leaves open whether another answer is accepted.
  if (conversation.isShut && answer.status === 409) {
    expectRefusal(turn, answer, "already_revealed", "question_not_open");
    return;
  }
  expectOk(turn, answer, "answered");
  markOpened(turn, conversation, member);
  given.set(member, text);
  if (isSecond && !conversation.isShut) conversation.isRevealed[level - 1] = true;
  expectRow(turn, conversation, member, bodyOf<Row>(answer));
}

export const CONVERSATION_STEPS = [
  send,
  sendFast,
  readMessages,
  readPage,
  markRead,
  blockStatus,
  readSealed,
  seal,
  takeBack,
  listQuestions,
  answerQuestion,
];
