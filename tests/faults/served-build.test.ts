import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { bundleFaultyWorker } from "./support/bundle-faulty-worker.mjs";

const folder = mkdtempSync(join(tmpdir(), "served-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the bundle of the faulty Worker contains the given build, and not the sources", async () => {
  vi.stubEnv("STATE_DIR", folder);
  const worker = join(folder, "index.js");
  const names = ["Conversation", "DeletionLedger", "Live"];
  const classes = names.map((name) => `export class ${name}Object {}`);
  writeFileSync(worker, `${classes.join("\n")}\nexport default { given: "this build" };\n`);
  const bundle = readFileSync(await bundleFaultyWorker(worker), "utf8");
  expect(bundle).toContain("this build");
  expect(bundle).not.toContain("createApp");
});
