import { DrizzleQueryError } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { expectLoggedError } from "~/tests/support/fail-on-console";
import { createLogger } from "~/worker/adapters/logger";

it("a logged error has the place where it was thrown, and nothing that its message quotes", () => {
  expectLoggedError(/request\.failed/);
  const quoted = "mia@example.org\n    at her words";
  const cause = new Error(`D1_ERROR: ${quoted}`);
  for (const error of [new DrizzleQueryError("insert\ninto x", [quoted], cause), cause]) {
    createLogger({}).error("request.failed", error);
    const line = String(vi.mocked(console.error).mock.lastCall?.[0]);
    expect(line).not.toMatch(/mia@|her words|insert/);
    expect(JSON.parse(line).at).toMatch(/^at .*logger\.test\.ts/);
  }
});
