import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_MEMBERS, DEMO_PASSWORD } from "../demo-members.mjs";
import { ROOT, runWrangler, stateDirectory } from "./project.mjs";

const d1Folder = () => join(stateDirectory(), "v3/d1");
const MIGRATIONS = join(ROOT, "migrations");
/** wrangler's own record of the migrations that a database has. */
const APPLIED = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;
const local = () => ["--local", "--persist-to", stateDirectory()];

const listMigrations = () =>
  readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();

/**
 * Applies the D1 migrations that the local database does not have yet.
 * @throws Error for a database that was made by other migrations: it can't be converted, and is left as it is
 */
export async function ensureMigrated() {
  const names = listMigrations();
  const wanted = names.map(describeMigration).join("\n");
  // The stamp is in the database's own folder, so that both are deleted together.
  const stamp = join(d1Folder(), "applied-migrations");
  const applied = existsSync(stamp) ? readFileSync(stamp, "utf8") : null;
  if (applied === wanted) return;
  if (applied !== null && !wanted.startsWith(`${applied}\n`)) {
    throw new Error(
      `The local database in ${stateDirectory()} was made by other migrations. To begin anew, delete that folder, or set STATE_DIR to another.`,
    );
  }
  console.log("Applying the database migrations …");
  if (existsSync(d1Folder())) {
    await runWrangler(["d1", "migrations", "apply", "DB", ...local()], {
      quiet: true,
      env: { CI: "true" },
    });
  } else await createDatabase(names);
  mkdirSync(d1Folder(), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Its name, and a digest of what it does. @param {string} name */
const describeMigration = (name) =>
  `${name} ${createHash("sha256")
    .update(readFileSync(join(MIGRATIONS, name)))
    .digest("hex")}`;

/**
 * Makes a new database by one file with all migrations and their records, as `wrangler d1 migrations apply` would. That
 * command starts its runtime again for each migration, which takes 13 seconds instead of two.
 * @param {string[]} names
 */
async function createDatabase(names) {
  const file = join(stateDirectory(), "migrations.sql");
  const steps = names.map((name) => {
    const migration = readFileSync(join(MIGRATIONS, name), "utf8");
    return `${migration}\nINSERT INTO d1_migrations (name) VALUES ('${name}');`;
  });
  mkdirSync(stateDirectory(), { recursive: true });
  writeFileSync(file, [APPLIED, ...steps].join("\n"));
  try {
    await executeFile(file);
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * Runs a file of SQL statements on the local database, all or nothing.
 * @param {string} path
 */
export async function executeFile(path) {
  await runWrangler(["d1", "execute", "DB", ...local(), "--yes", "--file", path], { quiet: true });
}

/**
 * Loads the demo members once per state folder.
 * @returns whether they were loaded now
 */
export async function ensureDemo() {
  const file = join(d1Folder(), "demo.sql");
  const stamp = join(d1Folder(), "demo-loaded");
  if (existsSync(stamp)) return false;
  console.log("Loading the demo members …");
  if (!existsSync(file)) {
    // The packages are installed by now, but were not when this module was loaded.
    const [{ genSaltSync, hashSync }, { makeDemoSql }] = await Promise.all([
      import("bcrypt-ts"),
      import("./demo-sql.mjs"),
    ]);
    const passwordHash = hashSync(DEMO_PASSWORD, genSaltSync(10));
    // The file is kept until it is loaded, so that a start after an interrupted one uses the same ids.
    writeFileSync(file, makeDemoSql({ passwordHash, now: Date.now() }));
  }
  await executeFile(file);
  writeFileSync(stamp, new Date().toISOString());
  return true;
}

/**
 * Prints the server's address and, with a demo, how to sign in.
 * @param {string} name
 * @param {string} origin
 * @param {boolean} hasDemo
 */
export function announce(name, origin, hasDemo) {
  console.log(`\n${name} is at ${origin}\nMails are not sent: they are at ${origin}/outbox`);
  if (!hasDemo) return;
  const width = Math.max(...DEMO_MEMBERS.map(({ email }) => email.length));
  console.log(`Demo sign-ins, all with the password "${DEMO_PASSWORD}":`);
  for (const { email, name, isAdmin } of DEMO_MEMBERS) {
    console.log(`  ${email.padEnd(width)}  ${name}${isAdmin ? " (admin)" : ""}`);
  }
}
