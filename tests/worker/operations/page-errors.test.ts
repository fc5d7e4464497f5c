import type { AppLoadContext } from "@remix-run/cloudflare";
import { expect, it, vi } from "vitest";
import { handleError } from "~/app/entry.server";
import { AppError } from "~/core/shared/errors";
import { createLogger } from "~/worker/adapters/logger";
import { expectLoggedError } from "../../support/fail-on-console";

const SECRET = "wilhelmina.quarterdeck@example.org";
const PAGE = "https://happenstance.example/profile";
const context = { logger: createLogger({ requestId: "request-7" }) } as AppLoadContext;

/** An error with a status, in the shape in which Remix itself throws it. */
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
  ["a refusal that no page shows", new AppError("profile_not_found")],
  ["an error that Remix has wrapped", errorResponse(500)],
])("one log line has the request, kind and place of %s, but not its text", (_name, error) => {
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

it("an unknown address is not logged", () => {
  expect(logOf(errorResponse(404))).toEqual([]);
});

it("an error of an aborted request is not logged", () => {
  const request = new Request(PAGE, { signal: AbortSignal.abort() });
  expect(logOf(new Error(SECRET), request)).toEqual([]);
});
