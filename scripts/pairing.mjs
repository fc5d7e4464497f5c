/**
 * `npm run pairing -- preview [--date YYYY-MM-DD]`: shows the result that a pairing run would have on the local
 * database under STATE_DIR. Writes nothing, and names no member.
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

/** @param {string} text */
function checkDate(text) {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDate) throw new Error(`"${text}" is no date.\n${USAGE}`);
  return text;
}

/** @param {string} path */
async function load(path) {
  const { module } = await runnerImport(join(ROOT, path), {
    root: ROOT,
    configFile: false,
    logLevel: "error",
    resolve: { alias: { "~": ROOT } },
  });
  return module;
}

/** Opens only the local database, because a proxy of the whole configuration would need the Worker's objects too. */
async function openDatabase() {
  const toml = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  const [database] = /^\[\[d1_databases\]\]\n(?:[^[\n].*\n)+/m.exec(toml) ?? [];
  if (!database) throw new Error("wrangler.toml has no local database.");
  const folder = mkdtempSync(join(tmpdir(), "happenstance-preview-"));
  const configPath = join(folder, "wrangler.toml");
  writeFileSync(configPath, `name = "preview"\ncompatibility_date = "2026-10-15"\n${database}`);
  const persist = { path: join(stateDirectory(), "v3") };
  const platform = await getPlatformProxy({ configPath, persist, remoteBindings: false });
  const close = async () => {
    await platform.dispose();
    rmSync(folder, { recursive: true, force: true });
  };
  return { binding: platform.env.DB, close };
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { date: { type: "string" } },
  });
  if (positionals.length !== 1 || positionals[0] !== "preview") throw new Error(USAGE);
  const date = checkDate(values.date ?? new Date().toISOString().slice(0, 10));
  // Makes no requests to the network, like every other tool here.
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const { previewRun } = await load("core/pairing/preview.ts");
  const { createDatabase } = await load("db/client.ts");
  const database = await openDatabase();
  try {
    const deps = {
      db: createDatabase(database.binding),
      clock: { now: () => Date.now() },
      // The default of the local server. Set REQUIRE_VERIFIED_EMAIL=1 to preview a copy of a deployed database.
      mail: { mustVerify: process.env.REQUIRE_VERIFIED_EMAIL === "1" },
    };
    const seed = randomBytes(16).toString("hex");
    const preview = await previewRun(deps, { date, seed });
    console.log(
      [
        `A run for ${preview.date} would consider ${preview.members} members:`,
        `  ${preview.pairs} pairs${preview.provenMaximum ? ", as many as are possible" : `; no more than ${preview.upperBound} are possible`}`,
        `  ${preview.repeats} of them met in the last 30 days`,
        `  ${preview.unmatched} left out`,
        `  ${preview.waitingPaired} of ${preview.waiting} with a wait are paired`,
        ...preview.waits.map(
          (
            /** @type {{ nights: number, members: number, paired: number }} */ {
              nights,
              members,
              paired,
            },
          ) =>
            `    ${paired} of ${members} who have waited ${nights === 60 ? "60 nights or more" : nights === 1 ? "1 night" : `${nights} nights`}`,
        ),
      ].join("\n"),
    );
  } finally {
    await database.close();
  }
});
