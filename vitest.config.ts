import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
import { bundleSocketIo } from "./worker/live/socket-io/bundle.mjs";

await bundleSocketIo();

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const resolve = { alias: { "~": root } };

export default defineConfig({
  test: {
    // Suites that run beside this one have low priority.
    maxWorkers: "100%",
    // If a test left a long poll open, the poll fails with this message when the next file deletes the stored data.
    onUnhandledError: ({ message }) => message !== "Application called deleteAllDurableObjects().",
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          // Test files leave no globals behind. With isolation, loading the modules for each file would take a fifth of
          // the time.
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
              analyticsEngineDatasets: { ANALYTICS: { dataset: "tests" } },
              // Serves the source files, so that tests need no build.
              assets: { directory: `${root}/public`, binding: "ASSETS" },
              bindings: {
                SESSION_SECRET: "a-secret-of-the-tests-only-0123456789abcdef",
                RECORD_SECRET: "a-record-secret-of-the-tests-only-0123456789",
                // Tests of notifications make their own keys. No others send any, whatever the local secrets are.
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
          // Cached modules have no source maps in this pool, so a failure would name a compiled line.
          fsModuleCache: false,
          // Stored data is reset between files. With isolation, loading the modules for each file would take as long as
          // the tests.
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
          // Each file has its own server, and waits for it half of the time.
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
