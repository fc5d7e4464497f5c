import { describe, expect, it } from "vitest";
import { findFaults } from "~/tests/simulation/checker";
import type { Listing, Observation, SeenMessage, SeenQuestion } from "~/tests/simulation/history";
import { measureLeastTime } from "~/tests/support/least-time";

const [ANN, BEN] = ["ann", "ben"];

/** Creates the nth message: Ann sends the odd ones, Ben the even ones. */
function message(n: number, fields: Partial<SeenMessage> = {}): SeenMessage {
  const sender_id = n % 2 === 1 ? ANN : BEN;
  const client_id = `key-${n}`;
  return {
    message_id: `${String(n).padStart(12, "0")}x`,
    sender_id,
    content: `line ${n}`,
    client_id,
    is_read: false,
    ...fields,
  };
}

const send = (
  n: number,
  began: number,
  ended: number | null,
  stored: SeenMessage | null = message(n),
): Observation => {
  const { sender_id: memberId, client_id } = message(n);
  return { kind: "send", memberId, clientId: client_id ?? "", began, ended, stored };
};

/** Creates a list as its reader receives it, without the other's `client_id`s. */
function list(
  messages: SeenMessage[],
  began: number,
  { memberId = ANN, ...fields }: Partial<Listing> = {},
): Listing {
  return {
    kind: "list",
    memberId,
    began,
    ended: began + 1,
    messages: messages.map((one) => ({
      ...one,
      client_id: one.sender_id === memberId ? one.client_id : null,
    })),
    isFromFirst: true,
    isToLast: true,
    isFinal: false,
    ...fields,
  };
}

const live = (n: number, at: number, fields: object = {}): Observation => ({
  kind: "live",
  memberId: BEN,
  sessionId: "session-ben",
  connection: "one",
  at,
  message: message(n, { client_id: null }),
  ...fields,
});

const finals = (messages: SeenMessage[]): Observation[] => [
  list(messages, 100, { isFinal: true }),
  list(messages, 100, { memberId: BEN, isFinal: true }),
];

const closing = (fields: object = {}): Observation => ({
  kind: "closing",
  reason: "blocked",
  key: ANN,
  sessionId: null,
  began: 10,
  ended: 12,
  ...fields,
});

const rulesOf = (...history: (Observation | Observation[])[]) => [
  ...new Set(findFaults(history.flat()).map(({ rule }) => rule)),
];

const read = message(1, { is_read: true });
const screen = (messages: SeenMessage[]): Observation => ({
  kind: "screen",
  memberId: ANN,
  page: "page of ann",
  messages,
});
const [written, kept]: [Observation, Observation] = [
  { kind: "written", at: 1, memberId: ANN, clientId: "key-1" },
  { kind: "device", memberId: ANN, clientIds: [] },
];

const SOUND: [name: string, history: (Observation | Observation[])[]][] = [
  ["an empty history", []],
  [
    "two messages that are received, listed and shown",
    [
      written,
      { ...written, memberId: BEN, clientId: "key-2" } as Observation,
      send(1, 1, 5),
      live(1, 3),
      send(2, 4, 7),
      list([message(1)], 2, { memberId: BEN }),
      live(2, 6),
      finals([message(1), message(2)]),
      screen([message(1), message(2)]),
      kept,
    ],
  ],
  ["an attempt without an answer that was carried out", [send(1, 1, null), finals([message(1)])]],
  ["an attempt without an answer that was not carried out", [send(1, 1, null), finals([])]],
  [
    "a repetition after the end that is answered with the message stored before it",
    [send(1, 1, null), closing({ reason: "expired" }), send(1, 20, 21), finals([message(1)])],
  ],
  ["a message under way while the conversation is closed", [send(1, 9, 14), closing()]],
  [
    "a message sent after a block was taken back",
    [
      closing(),
      send(1, 20, 22, null),
      { kind: "reopening", key: ANN, began: 30, ended: 31 },
      send(1, 31, 33),
      finals([message(1)]),
    ],
  ],
  [
    "a list that a deletion has emptied",
    [send(1, 1, 2), closing({ reason: "deleted" }), list([], 11)],
  ],
  [
    "a message that was under way with a block, whose close deletes it",
    [
      { ...written, clientId: "key-3" } as Observation,
      send(1, 1, 2),
      send(3, 9, 12),
      live(3, 11),
      closing(),
      { kind: "reopening", key: ANN, began: 30, ended: 31 },
      finals([message(1)]),
      screen([message(1), message(3)]),
      kept,
    ],
  ],
  ["a block without an answer", [closing({ ended: null }), send(1, 20, 22)]],
  [
    "a list of the page before",
    [
      send(1, 1, 2),
      send(2, 3, 4),
      list([message(2)], 5, { isFromFirst: false }),
      list([message(1)], 7, { isToLast: false }),
    ],
  ],
  [
    "a message that is read, announced as read and shown as read",
    [
      send(1, 1, 2),
      { kind: "read", memberId: BEN, began: 3, ended: 6 },
      {
        kind: "live read",
        connection: "one",
        at: 5,
        readerId: BEN,
        upTo: read.message_id,
      },
      list([read], 7),
      finals([read]),
      screen([read]),
    ],
  ],
  [
    "a message that waits on the device",
    [written, finals([]), { ...kept, clientIds: ["key-1"] } as never],
  ],
];

it.each(SOUND)("the checker accepts %s", (_name, history) => {
  expect(findFaults(history.flat())).toEqual([]);
});

describe("the checker of messages", () => {
  it("the checker finds two orders of the same messages, in a list, in events or between the members", () => {
    expect(rulesOf(list([message(2), message(1)], 1))).toContain("order");
    expect(rulesOf(live(2, 1), live(1, 2), finals([message(1), message(2)]))).toEqual(["order"]);
    const [anns, bens] = [finals([message(1)])[0], finals([])[1]] as [Observation, Observation];
    expect(rulesOf(anns, bens)).toContain("order");
  });

  it("the checker finds a message that was answered, received or listed, and is missing from a later list", () => {
    expect(rulesOf(send(1, 1, 2), finals([]))).toContain("lost");
    expect(rulesOf(send(1, 1, 2), list([], 3))).toEqual(["lost"]);
    expect(rulesOf(live(1, 2), list([], 3), finals([message(1)]))).toEqual(["lost"]);
    expect(rulesOf(list([message(1)], 1), list([], 3))).toEqual(["lost"]);
    expect(rulesOf(send(1, 1, 4), list([], 3))).toEqual([]);
  });

  it("the checker finds a gap in a list and one at its beginning", () => {
    const all = [message(1), message(2), message(3)];
    expect(rulesOf(list([message(1), message(3)], 1), finals(all))).toEqual(["lost"]);
    expect(rulesOf(list([message(2), message(3)], 1), finals(all))).toEqual(["lost"]);
  });

  it("the checker finds a client_id with two messages, and a message received twice", () => {
    const twin = message(3, { client_id: "key-1", content: "line 1" });
    expect(rulesOf(finals([message(1), twin]))).toEqual(["doubled"]);
    expect(rulesOf(send(1, 1, 2), send(1, 3, 4, twin))).toEqual(["doubled"]);
    expect(rulesOf(live(1, 1), live(1, 2), finals([message(1)]))).toEqual(["doubled"]);
  });

  it("the checker finds a message whose client_id no member wrote", () => {
    expect(rulesOf(written, finals([message(1), message(3)]))).toEqual(["doubled"]);
  });

  it("the checker finds a message that changes", () => {
    const other = message(1, { content: "other words" });
    expect(rulesOf(list([message(1)], 1), list([other], 3))).toEqual(["changed"]);
    expect(rulesOf(send(1, 1, 2, message(3)))).toEqual(["changed"]);
  });

  it.each(["blocked", "expired", "deleted"])(
    "the checker finds a message that is taken after the conversation is %s",
    (reason) => {
      expect(rulesOf(closing({ reason }), send(1, 13, 14))).toEqual(["closed"]);
      // The attempt has no answer, but a list has the message.
      const stored = finals([message(1)]).map(
        (one) => ({ ...one, began: 11, ended: 11.5 }) as Listing,
      );
      expect(rulesOf(closing({ reason }), send(1, 13, null), stored)).toEqual(["closed"]);
    },
  );

  it("the checker finds a message that a block deletes though it was known before, or sent after the answer", () => {
    const reopening = { kind: "reopening", key: ANN, began: 30, ended: 31 } as const;
    const history = [closing(), reopening, finals([])];
    expect(rulesOf(send(1, 1, 9), ...history)).toContain("lost");
    expect(rulesOf(send(1, 40, 41), ...history)).toContain("lost");
  });

  it("the checker finds a message or a list that is answered between a block and its end", () => {
    const history = [closing(), { kind: "reopening", key: ANN, began: 30, ended: 31 } as const];
    expect(rulesOf(...history, send(1, 20, 22), finals([message(1)]))).toEqual(["closed"]);
    expect(rulesOf(...history, list([], 20))).toEqual(["closed"]);
  });

  it("the checker finds an event of a message that no list has", () => {
    expect(rulesOf(live(1, 1), finals([message(1)]))).toEqual([]);
    expect(rulesOf(send(3, 0, null), live(1, 1), finals([]))).toContain("unstored");
  });

  it("the checker finds an event for a session that has signed out", () => {
    const over = closing({ reason: "signed out", sessionId: "session-ben" });
    expect(rulesOf(over, send(1, 20, 22), live(1, 21))).toEqual(["signed out"]);
    expect(rulesOf(over, send(1, 11, 22), live(1, 21))).toEqual([]);
    expect(rulesOf(over, send(1, 20, 22), live(1, 21, { sessionId: "another" }))).toEqual([]);
  });

  it("the checker finds read marks that shrink, have gaps, come without a call or are missing after one", () => {
    const call: Observation = { kind: "read", memberId: BEN, began: 1, ended: 2 };
    const third = message(3, { is_read: true });
    expect(rulesOf(call, list([read], 3), list([message(1)], 5))).toEqual(["read"]);
    expect(rulesOf(call, list([message(1), third], 3))).toEqual(["read"]);
    expect(rulesOf(list([read], 3), list([], 2, { memberId: BEN }))).toEqual(["read"]);
    expect(rulesOf(send(1, 0, 0.5), call, list([message(1)], 5))).toEqual(["read"]);
    const told = (at: number, n: number): Observation => ({
      kind: "live read",
      connection: "one",
      at,
      readerId: BEN,
      upTo: message(n).message_id,
    });
    const known = list([read, message(2), third], 8);
    expect(rulesOf(call, told(3, 3), told(4, 1), known)).toEqual(["read"]);
  });

  it("the checker finds a screen that differs from the list, and a written message that is lost", () => {
    expect(rulesOf(finals([message(1)]), screen([]))).toEqual(["screen"]);
    expect(rulesOf(finals([read]), screen([message(1)]))).toContain("screen");
    expect(rulesOf(written, finals([]), kept)).toEqual(["lost"]);
  });
});

describe("the checker of questions", () => {
  const answer = (
    memberId: string,
    began: number,
    ended: number | null,
    level = 1,
  ): Observation => ({
    kind: "answer",
    memberId,
    level,
    text: `${memberId} ${level}`,
    began,
    ended,
  });
  const NONE: SeenQuestion = {
    level: 1,
    isOpen: true,
    mine: null,
    theirs: null,
    partnerAnswered: false,
  };
  const view = (memberId: string, at: number, ...shown: Partial<SeenQuestion>[]): Observation => ({
    kind: "questions",
    memberId,
    began: at,
    ended: at + 0.5,
    questions: [1, 2, 3].map((level, i) => ({
      ...NONE,
      level,
      isOpen: level === 1,
      ...shown[i],
    })),
    isOnScreen: false,
  });
  const waits = { mine: "ann 1" };
  const awaited = { partnerAnswered: true };
  const opened = { mine: "ann 1", theirs: "ben 1", partnerAnswered: true };
  const openedForBen = { mine: "ben 1", theirs: "ann 1", partnerAnswered: true };
  const both = [answer(ANN, 1, 2), answer(BEN, 3, 4)];
  const blocked = (ended: number): Observation => ({
    kind: "closing",
    reason: "blocked",
    key: ANN,
    sessionId: null,
    began: ended - 0.5,
    ended,
  });

  it("the checker accepts questions that are answered and revealed, or sealed by a block", () => {
    const day = [
      ...both,
      view(ANN, 0),
      view(ANN, 2.5, waits),
      view(BEN, 2.5, awaited),
      view(ANN, 5, opened, { isOpen: true }),
      view(BEN, 5, openedForBen, { isOpen: true }),
    ];
    expect(rulesOf(...day)).toEqual([]);
    // A block seals what was not revealed; an attempt without an answer may have been stored or not.
    const sealed = [blocked(2.5), view(ANN, 5, { ...waits, ...awaited })];
    expect(rulesOf(...both.slice(0, 1), answer(BEN, 2, null), ...sealed)).toEqual([]);
  });

  it("the checker finds a text shown before the own answer, a level opened too early, and a reveal after a block", () => {
    expect(rulesOf(answer(ANN, 1, 2), view(BEN, 3, { ...awaited, theirs: "ann 1" }))).toContain(
      "early",
    );
    expect(rulesOf(answer(ANN, 1, 2), view(ANN, 3, waits, { isOpen: true }))).toEqual(["early"]);
    const late = [answer(ANN, 1, 2), blocked(2.5), answer(BEN, 3, null), view(ANN, 5, opened)];
    expect(rulesOf(...late)).toContain("early");
  });

  it("the checker finds a lost own answer, a lost note of the other's, and a lost reveal", () => {
    expect(rulesOf(answer(ANN, 1, 2), view(ANN, 3))).toEqual(["lost"]);
    expect(rulesOf(answer(ANN, 1, 2), view(BEN, 3))).toEqual(["lost"]);
    expect(rulesOf(...both, view(ANN, 5, { ...waits, ...awaited }))).toEqual(["lost"]);
  });

  it("the checker finds an answer that changes, that no member wrote or that a block should refuse, and a level twice", () => {
    const other = { ...answer(ANN, 1, 2), text: "ann 2" } as Observation;
    const changed = view(ANN, 6, { ...opened, mine: "ann 2" });
    expect(rulesOf(...both, other, view(ANN, 5, opened), changed)).toEqual(["changed"]);
    expect(rulesOf(...both, view(ANN, 5, { ...opened, theirs: "other" }))).toEqual(["unstored"]);
    const twice = view(ANN, 3, waits, { level: 1, ...waits });
    expect(rulesOf(answer(ANN, 1, 2), twice)).toContain("doubled");
    expect(rulesOf(blocked(1), answer(ANN, 2, 3))).toEqual(["closed"]);
  });
});

it("the checker takes linear time", async () => {
  const measure = async (length: number, enough: number) => {
    const history: Observation[] = [];
    for (let n = 1; n <= length; n++) history.push(send(n, n, n + 0.5), live(n, n + 0.4));
    const all = Array.from({ length }, (_, i) => message(i + 1));
    history.push(...finals(all).map((one) => ({ ...one, began: length + 1 }) as Listing));
    const { ms, value } = await measureLeastTime(enough, async () => findFaults(history));
    expect(value).toEqual([]);
    return ms;
  };
  // Four times the history would take sixteen times as long if the time were quadratic.
  const most = 12 * (await measure(4_000, 0));
  expect(await measure(16_000, most)).toBeLessThan(most);
});
