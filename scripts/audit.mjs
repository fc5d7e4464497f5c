/**
 * `node scripts/audit.mjs`: looks up every locked package in npm's advisories. Exit status 1 if an advisory of high or
 * critical severity affects the deployed code and `scripts/lib/audit-exceptions.mjs` doesn't name it, or if an
 * exception's date has passed. Exit status 2 if the advisories can't be read, because an audit that didn't happen has
 * not passed.
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
