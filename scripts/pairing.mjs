/**
 * `npm run pairing -- preview [--date YYYY-MM-DD]` shows the result that a pairing run would have on the local database
 * under STATE_DIR. The command writes nothing and names no member.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { getPlatformProxy } from "wrangler";
import { ROOT, runMain, stateDirectory } from "./lib/project.mjs";

const USAGE = "Usage: npm run pairing -- preview [--date YYYY-MM-DD]";

/** @param {string} path */
async function load(path) {
  const resolve = { alias: { "~": ROOT } };
  /** @type {import("vite").InlineConfig} */
  const how = { root: ROOT, configFile: false, logLevel: "error", resolve };
  return (await runnerImport(join(ROOT, path), how)).module;
}

/** Gives the proxy only the local database. With the whole configuration it would need the Worker's objects too. */
async function openDatabase() {
  const toml = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const [database] = /^\[\[d1_databases\]\]\n(?:[^[\n].*\n)+/m.exec(toml) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "happenstance-preview-"));
  const configPath = join(folder, "wrangler.toml");
  writeFileSync(configPath, `name = "preview"\ncompatibility_date = "2026-10-15"\n${database}`);
  const persist = { path: join(stateDirectory(), "v3") };
  const platform = await getPlatformProxy({ configPath, persist, remoteBindings: false });
  rmSync(folder, { recursive: true, force: true });
  return platform;
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { date: { type: "string", default: new Date().toISOString().slice(0, 10) } },
  });
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(values.date) && !Number.isNaN(Date.parse(values.date));
  if (!isDate || positionals.join() !== "preview") throw new Error(USAGE);
  // Otherwise Miniflare would fetch an example of `request.cf` from the network.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const { previewRun } = await load("core/pairing/preview.ts");
  const { createDatabase } = await load("db/client.ts");
  const platform = await openDatabase();
  try {
    const preview = await previewRun(
      {
        db: createDatabase(platform.env.DB),
        clock: { now: () => Date.now() },
        // REQUIRE_VERIFIED_EMAIL=1 is for a copy of a deployed database.
        mail: { mustVerify: process.env.REQUIRE_VERIFIED_EMAIL === "1" },
      },
      { date: values.date, seed: randomBytes(16).toString("hex") },
    );
    const bound = preview.provenMaximum
      ? ", as many as are possible"
      : `; no more than ${preview.upperBound} are possible`;
    console.log(`A run for ${preview.date} would consider ${preview.members} members:
  ${preview.pairs} pairs${bound}
  ${preview.repeats} of them met in the last 30 days
  ${preview.unmatched} left out
  ${preview.waitingPaired} of ${preview.waiting} with a wait are paired`);
    for (const { nights, members, paired } of preview.waits) {
      const wait = nights === 1 ? "1 night" : `${nights} nights${nights === 60 ? " or more" : ""}`;
      console.log(`    ${paired} of ${members} who have waited ${wait}`);
    }
  } finally {
    await platform.dispose();
  }
});
