/**
 * `node scripts/audit.mjs`: looks every locked package up in npm's advisories. Exit status 1 when one of high or critical
 * severity reaches what is deployed and `scripts/lib/audit-exceptions.mjs` doesn't name it, or when an exception's
 * date has passed; 2 when the advisories can't be read, for an audit that didn't happen has not passed.
 */
import { spawnSync } from "node:child_process";
import { EXCEPTIONS } from "./lib/audit-exceptions.mjs";
import { judgeAudit } from "./lib/judge-audit.mjs";
import { ROOT } from "./lib/project.mjs";

const { stdout, stderr } = spawnSync("npm", ["audit", "--json", "--omit=dev"], {
  cwd: ROOT,
  encoding: "utf8",
});
const today = new Date().toISOString().slice(0, 10);
const { status, lines } = judgeAudit(stdout, { exceptions: EXCEPTIONS, today });
for (const line of lines) console.log(line);
if (status === 2) console.error(stderr.trim().split("\n").slice(0, 5).join("\n"));
process.exitCode = status;
