import { generateKeyPairSync, randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, withLock } from "./project.mjs";

const FILE = join(ROOT, ".dev.vars");
const HEAD =
  "# Secrets of the local server, made at random by npm start. Never commit this file.\n";

const makeSecret = () => randomBytes(48).toString("base64url");
const MAKERS = [
  () => ({ SESSION_SECRET: makeSecret() }),
  () => ({ RECORD_SECRET: makeSecret() }),
  makeVapidKeys,
];

/** VAPID keys (RFC 8292 §2) as base64url, the public one as an uncompressed point. */
export function makeVapidKeys() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "", d = "" } = privateKey.export({ format: "jwk" });
  const parts = [Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  return { VAPID_PUBLIC_KEY: Buffer.concat(parts).toString("base64url"), VAPID_PRIVATE_KEY: d };
}

/** Writes the local secrets file, or adds the secrets that it lacks (docs/rules.md#secrets). */
export async function ensureSecrets() {
  await withLock("secrets", async () => {
    if (!existsSync(FILE)) writeFileSync(FILE, HEAD, { flag: "wx", mode: 0o600 });
    const known = readFileSync(FILE, "utf8");
    if (!known.endsWith("\n")) appendFileSync(FILE, "\n");
    for (const make of MAKERS) {
      const secrets = Object.entries(make());
      if (secrets.some(([name]) => new RegExp(`^${name}=`, "m").test(known))) continue;
      appendFileSync(FILE, secrets.map(([name, value]) => `${name}="${value}"\n`).join(""));
    }
  });
}
