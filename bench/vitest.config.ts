import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
// Enough pairs for all rounds of random kills, and for one kill at each step of each call.
process.env.PAIRS ??= "400";

export default defineConfig({
  root,
  resolve: { alias: { "~": root } },
  test: {
    name: "bench",
    include: ["bench/*/*.bench.ts"],
    globalSetup: ["tests/faults/support/prepare.ts"],
    environment: "node",
    testTimeout: 0,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
});
