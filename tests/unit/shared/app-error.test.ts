import { expect, test, vi } from "vitest";

test("an AppError of the Worker's copy of the class is an instance of the pages' copy", async () => {
  const worker = await import("~/core/shared/errors");
  vi.resetModules();
  const pages = await import("~/core/shared/errors");
  expect(pages.AppError).not.toBe(worker.AppError);
  expect(new worker.AppError("unauthenticated")).toBeInstanceOf(pages.AppError);
  expect(new Error("unauthenticated")).not.toBeInstanceOf(pages.AppError);
  expect({ name: "AppError", code: "unauthenticated" }).not.toBeInstanceOf(pages.AppError);
});
