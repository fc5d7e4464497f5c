/**
 * `npm run admin -- grant EMAIL` and `revoke EMAIL`: the only way to make an admin, or to end one.
 * On the local database under STATE_DIR, while the server runs or not; with `--remote` (and `--env
 * production`) on the deployed one. The pages know at once; the menu, at the next load of a page.
 */
import { parseArgs } from "node:util";
import { normalizeEmail } from "../core/auth/normalize-email.ts";
import { runMain, runWrangler, stateDirectory } from "./lib/project.mjs";

const USAGE = "Usage: npm run admin -- grant|revoke EMAIL [--remote [--env NAME]]";
/** @type {Record<string, number | undefined>} */
const VALUES = { grant: 1, revoke: 0 };

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: "boolean", default: false }, env: { type: "string" } },
  });
  const [action = "", address = "", ...rest] = positionals;
  const value = VALUES[action];
  if (value === undefined || !address || rest.length > 0) throw new Error(USAGE);
  const email = normalizeEmail(address);
  const where = values.remote
    ? ["--remote", "--yes", ...(values.env ? ["--env", values.env] : [])]
    : ["--local", "--persist-to", stateDirectory()];
  const quoted = `'${email.replaceAll("'", "''")}'`;
  // The audit of the desk shows it, without an admin: no one is signed in here.
  const audit = `insert into audit_events (id, action, "rows", subject_id, created_at)
    select lower(hex(randomblob(16))), '${action}_admin', 1, id, ${Date.now()} from members where email = ${quoted}`;
  const sql = `${audit}; update members set is_admin = ${value} where email = ${quoted} returning name`;
  const output = await runWrangler(["d1", "execute", "DB", ...where, "--json", "--command", sql], {
    quiet: true,
  });
  const result = JSON.parse(output).at(-1);
  if (result.results.length === 0) throw new Error(`Nobody has the e-mail address ${email}.`);
  console.log(`${email} is ${value ? "an admin now" : "no admin any more"}.`);
});
