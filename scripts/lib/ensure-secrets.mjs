import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf, ROOT } from "./project.mjs";

/** Makes the local secrets file with random secrets; one that is there is never touched. */
export function ensureSecrets() {
  const secret = randomBytes(48).toString("base64url");
  const text = `# Secrets of the local server, made at random by npm start. Never commit this file.\nSESSION_SECRET="${secret}"\n`;
  try {
    // "wx" fails on a file that is there, also when another start makes it at this moment.
    writeFileSync(join(ROOT, ".dev.vars"), text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
