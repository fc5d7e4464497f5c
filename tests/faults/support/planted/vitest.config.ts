import { defineConfig } from "vitest/config";
import { ROOT } from "../../../../scripts/lib/project.mjs";
import config from "../../../../vitest.config";

/** The configuration of the Worker's tests, but with one test, which fails. */
const worker = config.test?.projects?.find(
  (one) => typeof one === "object" && "test" in one && one.test?.name === "worker",
);
if (typeof worker !== "object" || !("test" in worker)) throw new Error("no project for the Worker");

export default defineConfig({
  root: ROOT,
  test: {
    projects: [
      {
        ...worker,
        root: ROOT,
        test: { ...worker.test, include: ["tests/faults/support/planted/fails.ts"] },
      },
    ],
  },
});
