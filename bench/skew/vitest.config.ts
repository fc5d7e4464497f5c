import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
// Six that talk, and members for a night.
process.env.PAIRS ??= "56";

export default defineConfig({
  root,
  resolve: { alias: { "~": root } },
  test: {
    name: "bench-skew",
    include: ["bench/skew/**/*.bench.ts"],
    globalSetup: ["tests/faults/support/prepare.ts"],
    environment: "node",
    testTimeout: 0,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
});
