import { expect, it } from "vitest";

/** Lines that the compiler removes, before one that fails. */
interface Answer {
  status: number;
  code: string;
}

it("fails at line 11", () => {
  const answer: Answer = { status: 200, code: "same" };
  expect(answer).toEqual({ status: 404, code: "same" });
});
