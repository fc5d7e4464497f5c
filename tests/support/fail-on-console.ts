import { afterEach, beforeEach, expect, vi } from "vitest";

/**
 * The errors that the running test expects. The test fails on each `console.error` that matches none of these patterns,
 * and on each pattern without a match.
 */
let expected: RegExp[] = [];
let spy: ReturnType<typeof vi.spyOn>;

export function expectLoggedError(pattern: RegExp): void {
  expected.push(pattern);
}

beforeEach(() => {
  expected = [];
  spy = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(console, "info").mockImplementation(() => {});
});

afterEach(() => {
  const lines = spy.mock.calls.map((call: unknown[]) => call.map(String).join(" "));
  const unexpected = lines.filter((line: string) => !expected.some((one) => one.test(line)));
  const missing = expected.filter((one) => !lines.some((line: string) => one.test(line)));
  vi.restoreAllMocks();
  expect(unexpected, "unexpected console.error").toEqual([]);
  expect(missing, "expected console.error that never came").toEqual([]);
});
