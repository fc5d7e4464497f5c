import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runWrangler, stateDirectory } from "./project.mjs";

export const HAS_DEMO = process.env.SEED_DEMO !== "0";
export const DEMO_PASSWORD = "a quiet evening";
const DEMO = join(ROOT, "scripts/demo.sql");
const MIGRATIONS = join(ROOT, "migrations");

/** A file in the database's own folder, so that both are deleted together. @param {string} name */
const fileBeside = (name) => join(stateDirectory(), "v3/d1", name);

/** @param {string[]} args of wrangler's `d1` command */
const runD1 = (...args) =>
  runWrangler(["d1", ...args, "--local", "--persist-to", stateDirectory()], {
    quiet: true,
    env: { CI: "true" },
  });

/** All statements of the file are executed, or none. @param {string} path */
export const executeFile = (path) => runD1("execute", "DB", "--yes", "--file", path);

/**
 * Applies the D1 migrations that the local database doesn't have yet.
 * @throws Error if the database was made by other migrations; it then stays unchanged
 */
export async function ensureMigrated() {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  const wanted = names.sort().map((name) => {
    const text = readFileSync(join(MIGRATIONS, name));
    return `${name} ${createHash("sha256").update(text).digest("hex")}\n`;
  });
  const stamp = fileBeside("applied-migrations");
  const applied = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
  if (applied === wanted.join("")) return;
  if (!wanted.join("").startsWith(applied)) {
    throw new Error(
      `The local database in ${stateDirectory()} was made by other migrations. To begin anew, delete that folder, or set STATE_DIR to another.`,
    );
  }
  console.log("Applying the database migrations …");
  await runD1("migrations", "apply", "DB");
  writeFileSync(stamp, wanted.join(""));
}

/** Loads the demo once per state folder, unless SEED_DEMO is 0. @returns whether it was loaded now */
export async function ensureDemo() {
  const stamp = fileBeside("demo-loaded");
  if (!HAS_DEMO || existsSync(stamp)) return false;
  console.log("Loading the demo members …");
  await executeFile(DEMO);
  writeFileSync(stamp, new Date().toISOString());
  return true;
}

/** @param {string} name @param {string} origin */
export function announce(name, origin) {
  console.log(`\n${name} is at ${origin}\nMails are not sent: they are at ${origin}/outbox`);
  if (!HAS_DEMO) return;
  console.log(`Demo sign-ins, all with the password "${DEMO_PASSWORD}":`);
  for (const [, place, who = ""] of readFileSync(DEMO, "utf8").matchAll(
    /^ {2}\((\d), '([^']+)', '/gm,
  )) {
    const email = `${who.split(" ")[0]?.toLowerCase()}@happenstance.example`;
    console.log(`  ${email.padEnd(28)}  ${who}${place === "0" ? " (admin)" : ""}`);
  }
}
