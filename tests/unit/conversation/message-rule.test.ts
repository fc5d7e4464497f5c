import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addToTally,
  createTally,
  findSendLimit,
  judgeMessage,
  type MessageState,
} from "~/core/conversation/message-rule";
import { sendMessageSchema } from "~/core/conversation/schemas";
import { MS_PER_DAY } from "~/core/shared/constants";

const NOON = 20_000.5 * MS_PER_DAY;
const OPEN = { expiresAt: NOON + 1 };
const MESSAGE = { content: "hello" };
const KNOWN = {
  id: "id",
  sender_id: "ann",
  content: "hello",
  client_id: "key",
  created_at: NOON - 1,
  read_at: null,
};

function tallyOf(messages: { created_at: number; bytes: number }[]) {
  const tally = createTally();
  for (const one of messages) addToTally(tally, one);
  return tally;
}

const FULL = tallyOf(Array.from({ length: 12 }, (_, i) => ({ created_at: NOON - i, bytes: 1 })));
const EMPTY: MessageState = { closedReason: null, known: null, tally: createTally() };

const refused = (code: string) => ({ kind: "refused", refusal: { code } });

describe("a message", () => {
  it.each([
    ["is new", EMPTY, OPEN, MESSAGE, { kind: "new", bytes: 5 }],
    ["is known", { ...EMPTY, known: KNOWN }, OPEN, MESSAGE, { kind: "known", message: KNOWN }],
    [
      "is known beyond a limit",
      { ...EMPTY, known: KNOWN, tally: FULL },
      OPEN,
      MESSAGE,
      { kind: "known" },
    ],
    [
      "is known after the end",
      { ...EMPTY, known: KNOWN, closedReason: "ended" },
      OPEN,
      MESSAGE,
      { kind: "known" },
    ],
    [
      "is known after the day",
      { ...EMPTY, known: KNOWN },
      { expiresAt: NOON },
      MESSAGE,
      { kind: "known" },
    ],
    [
      "is not known after a block",
      { ...EMPTY, known: KNOWN, closedReason: "blocked" },
      OPEN,
      MESSAGE,
      { kind: "closed" },
    ],
    ["comes after the end", { ...EMPTY, closedReason: "ended" }, OPEN, MESSAGE, { kind: "closed" }],
    ["comes after the day", EMPTY, { expiresAt: NOON }, MESSAGE, { kind: "closed" }],
    ["is one too many", { ...EMPTY, tally: FULL }, OPEN, MESSAGE, refused("too_many_requests")],
  ] as const)("a message that %s is judged by the rules", (_, state, grant, input, verdict) => {
    expect(judgeMessage(state, grant, input, NOON)).toMatchObject(verdict);
  });

  it("parsing a parsed message again does not change it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (content) => {
        const parsed = sendMessageSchema.safeParse({ content });
        if (parsed.success) expect(sendMessageSchema.parse(parsed.data)).toEqual(parsed.data);
      }),
    );
  });
});

describe("the limits of a sender", () => {
  /** The limits of docs/rules.md#limits, computed from all messages ever sent. */
  function hasRoom(sent: { created_at: number; bytes: number }[], bytes: number, now: number) {
    const within = (ms: number) => sent.filter((one) => one.created_at > now - ms).length;
    const day = (instant: number) => Math.floor(instant / MS_PER_DAY);
    const today = sent.filter((one) => day(one.created_at) === day(now));
    const used = today.reduce((sum, one) => sum + one.bytes, 0);
    return (
      within(1_000) < 12 && within(60_000) < 60 && today.length < 2_000 && used + bytes <= 2_000_000
    );
  }

  const pause = fc.oneof(
    { weight: 4, arbitrary: fc.constant(1) },
    fc.constantFrom(80, 990, 1_000, 1_010, 59_000, 60_000, MS_PER_DAY / 3),
    fc.nat(3_000),
  );
  const bytes = fc.oneof(fc.integer({ min: 1, max: 8_000 }), fc.constant(180_000));

  it("the tally leads to the same limits as the list of all sent messages, and a refusal names a time at which there is room", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(pause, bytes), { maxLength: 120 }), (steps) => {
        const sent: { created_at: number; bytes: number }[] = [];
        const tally = createTally();
        let now = NOON;
        for (const [waited, size] of steps) {
          now += waited;
          const limit = findSendLimit(tally, size, now);
          expect(limit === null).toBe(hasRoom(sent, size, now));
          if (limit === null) {
            const message = { created_at: now, bytes: size };
            sent.push(message);
            addToTally(tally, message);
          } else {
            const later = now + (limit.details.retryAfterSeconds ?? 0) * 1_000;
            expect(hasRoom(sent, size, later)).toBe(true);
          }
        }
      }),
    );
  });

  it("if two limits are reached, the refusal names the time at which both have room again", () => {
    const twelve = Array.from({ length: 12 }, (_, i) => ({ created_at: NOON + i, bytes: 1 }));
    const today = tallyOf([{ created_at: NOON - 1, bytes: 2_000_000 }, ...twelve]);
    expect(findSendLimit(today, 1, NOON + 12)?.details.retryAfterSeconds).toBe(12 * 3_600);
    const end = NOON + MS_PER_DAY / 2 - 1_000;
    const last = twelve.flatMap((_, i) =>
      twelve.slice(0, 5).map((__, j) => ({ created_at: end + 5 * i + j, bytes: 40_000 })),
    );
    expect(findSendLimit(tallyOf(last), 1, end + 60)?.details.retryAfterSeconds).toBe(60);
  });
});
