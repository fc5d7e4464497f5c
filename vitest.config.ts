import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { bundleSocketIo } from "./worker/live/socket-io/bundle.mjs";

await bundleSocketIo();

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const resolve = { alias: { "~": root } };

export default defineConfig({
  test: {
    // All cores: the suite has the machine to itself.
    maxWorkers: "100%",
    // A call that a test of the Worker left open (a held poll) ends when the next file resets what is stored.
    onUnhandledError: ({ message }) => message !== "Application called deleteAllDurableObjects().",
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          // Each file leaves the globals as they were, and to load the modules again takes a fifth of the time.
          isolate: false,
          include: ["tests/unit/**/*.test.ts", "matching/tests/**/*.test.ts"],
          environment: "node",
          setupFiles: ["tests/support/fail-on-console.ts", "tests/support/fast-check.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve: {
          alias: [
            { find: "~", replacement: root },
            { find: /^bcrypt-ts$/, replacement: `${root}/tests/support/quick-bcrypt.ts` },
          ],
        },
        plugins: [
          cloudflareTest(async () => ({
            main: "./tests/support/test-worker.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              // No part of the local server: Analytics Engine keeps nothing there.
              analyticsEngineDatasets: { ANALYTICS: { dataset: "tests" } },
              // The sources' own, so that these tests need no build.
              assets: { directory: `${root}/public`, binding: "ASSETS" },
              bindings: {
                SESSION_SECRET: "a-secret-of-the-tests-only-0123456789abcdef",
                RECORD_SECRET: "a-record-secret-of-the-tests-only-0123456789",
                // No notifications, whatever the local secrets say: what tests them makes keys of its own.
                VAPID_PUBLIC_KEY: "",
                VAPID_PRIVATE_KEY: "",
                FUZZ_RUNS: process.env.FUZZ_RUNS ?? "200",
                TEST_MIGRATIONS: await readD1Migrations(`${root}/migrations`),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          // The pool reads a cached module without its source map: a failure would name a line of the compiled file.
          fsModuleCache: false,
          // Loading the Worker's modules again for each file takes as long as the tests; what is stored is reset between files.
          isolate: false,
          include: ["tests/worker/**/*.test.ts"],
          setupFiles: ["tests/support/fail-on-console.ts", "tests/support/apply-migrations.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        resolve,
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          globalSetup: ["tests/faults/support/prepare.ts"],
          environment: "node",
          // Each file has a server of its own, and waits for it half of the time.
          maxWorkers: 2,
          testTimeout: 180_000,
          hookTimeout: 600_000,
        },
      },
      {
        resolve,
        test: {
          name: "browsers",
          include: ["tests/browsers/**/*.test.ts"],
          globalSetup: ["tests/e2e/fixtures/prepare.ts"],
          environment: "node",
          fileParallelism: false,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
