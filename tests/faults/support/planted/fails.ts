import { expect, it } from "vitest";

/** The compiler removes these lines, so the compiled line that fails has another number than its source. */
interface Answer {
  status: number;
  code: string;
}

it("fails at line 11", () => {
  const answer: Answer = { status: 200, code: "same" };
  expect(answer).toEqual({ status: 404, code: "same" });
});
