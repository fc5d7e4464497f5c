import { expect, it, vi } from "vitest";
import { handleError } from "~/app/entry.server";
import type { AppLoadContext } from "~/app/framework.server";
import { AppError } from "~/core/shared/errors";
import { createLogger } from "~/worker/adapters/logger";
import { expectLoggedError } from "../../support/fail-on-console";

const SECRET = "wilhelmina.quarterdeck@example.org";
const PAGE = "https://happenstance.example/profile";
const context = { logger: createLogger({ requestId: "request-7" }) } as AppLoadContext;

/** Remix's own shape for what has a status. */
function errorResponse(status: number) {
  return { status, statusText: "", internal: true, data: null, error: new TypeError(SECRET) };
}

function logOf(error: unknown, request = new Request(PAGE)): string[] {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  handleError(error, { request, context });
  return spy.mock.calls.map((call: unknown[]) => call.map(String).join(" "));
}

it.each([
  ["an error", new TypeError(SECRET)],
  ["a refusal that no page says", new AppError("profile_not_found")],
  ["an error that Remix has wrapped", errorResponse(500)],
])("writes one line of %s: request, kind and place, never its words", (_name, error) => {
  expectLoggedError(/page\.failed/);
  const lines = logOf(error);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    level: "error",
    event: "page.failed",
    requestId: "request-7",
    error: expect.stringMatching(/^(Type|App)Error$/),
    at: expect.stringContaining("page-errors.test"),
  });
  expect(lines[0]).not.toContain(SECRET);
});

it("writes nothing of an address that isn't there", () => {
  expect(logOf(errorResponse(404))).toEqual([]);
});

it("writes nothing for a reader who has left", () => {
  const request = new Request(PAGE, { signal: AbortSignal.abort() });
  expect(logOf(new Error(SECRET), request)).toEqual([]);
});
