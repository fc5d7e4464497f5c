import { describe, expect, it } from "vitest";
import { type AnswerState, judgeAnswer } from "~/core/conversation/answer-rule";
import { LIMITS } from "~/core/shared/constants";

const NOW = 1_000_000_000;
const open: AnswerState = {
  closedReason: null,
  isSealed: false,
  recent: [],
  isOpen: true,
  isRevealed: false,
  ownKey: null,
  hasPartners: false,
};
const full = Array.from({ length: LIMITS.answers.limit }, (_, i) => NOW - i).reverse();
const refused = (code: string) => ({ kind: "refused", refusal: { code } });

describe("the rule of an answer", () => {
  it.each<[string, Partial<AnswerState>, object]>([
    ["stores a first answer", {}, { kind: "new", isFirst: true, reveals: false }],
    ["replaces an answer", { ownKey: "k0" }, { kind: "new", isFirst: false, reveals: false }],
    ["reveals both answers", { hasPartners: true }, { kind: "new", isFirst: true, reveals: true }],
    [
      "reveals no answer after a block",
      { hasPartners: true, isSealed: true },
      { kind: "new", reveals: false },
    ],
    ["answers a repeated call again", { ownKey: "k1", isRevealed: true }, { kind: "known" }],
    ["refuses a closed conversation", { closedReason: "blocked" }, { kind: "closed" }],
    ["refuses a level before it opens", { isOpen: false }, refused("question_not_open")],
    ["refuses a revealed level", { isRevealed: true, ownKey: "k0" }, refused("already_revealed")],
    ["refuses the 31st answer of an hour", { recent: full }, refused("too_many_requests")],
    [
      "takes an answer when the oldest has left the window",
      { recent: [NOW - LIMITS.answers.windowMs, ...full.slice(1)] },
      { kind: "new" },
    ],
  ])("judgeAnswer %s", (_, change, expected) => {
    const verdict = judgeAnswer({ ...open, ...change }, { expiresAt: NOW + 1 }, { key: "k1" }, NOW);
    expect(verdict).toMatchObject(expected);
  });

  it("judgeAnswer refuses an answer in the millisecond in which the conversation ends", () => {
    expect(judgeAnswer(open, { expiresAt: NOW }, { key: "k1" }, NOW)).toEqual({ kind: "closed" });
  });
});
