import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

export default defineConfig({
  root,
  resolve: { alias: { "~": root } },
  plugins: [
    cloudflareTest(async () => ({
      main: "./tests/support/test-worker.ts",
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        assets: { directory: `${root}/public`, binding: "ASSETS" },
        bindings: {
          SESSION_SECRET: "a-secret-of-the-bench-only-0123456789abcdef",
          RECORD_SECRET: "a-record-secret-of-the-bench-only-0123456789",
          TEST_MIGRATIONS: await readD1Migrations(`${root}/migrations`),
        },
      },
    })),
  ],
  test: {
    name: "bench",
    include: ["bench/**/*.bench.ts"],
    setupFiles: ["tests/support/apply-migrations.ts"],
    testTimeout: 900_000,
    hookTimeout: 900_000,
    disableConsoleIntercept: true,
  },
});
