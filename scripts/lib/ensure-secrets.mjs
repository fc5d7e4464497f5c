import { generateKeyPairSync, randomBytes } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { ROOT } from "./project.mjs";

const FILE = join(ROOT, ".dev.vars");

const makeSecret = () => randomBytes(48).toString("base64url");

const MAKERS = [
  () => ({ SESSION_SECRET: makeSecret() }),
  () => ({ RECORD_SECRET: makeSecret() }),
  makeVapidKeys,
];

/** A key pair for notifications (RFC 8292 §2), with an uncompressed point. Both keys are base64url. */
export function makeVapidKeys() {
  const {
    x = "",
    y = "",
    d = "",
  } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const point = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, "base64url"),
    Buffer.from(y, "base64url"),
  ]);
  return { VAPID_PUBLIC_KEY: point.toString("base64url"), VAPID_PRIVATE_KEY: d };
}

/**
 * Writes the local secrets file with random secrets. If the file exists, it only adds the secrets that it lacks
 * (docs/rules.md#secrets).
 */
export async function ensureSecrets() {
  await withLock(join(ROOT, ".wrangler/secrets.lock"), async () => {
    const known = existsSync(FILE) ? readFileSync(FILE, "utf8") : null;
    if (known === null) {
      const head =
        "# Secrets of the local server, made at random by npm start. Never commit this file.\n";
      writeFileSync(FILE, head, { flag: "wx", mode: 0o600 });
    }
    for (const make of MAKERS) {
      const secrets = Object.entries(make());
      if (secrets.some(([name]) => new RegExp(`^${name}=`, "m").test(known ?? ""))) continue;
      const lines = secrets.map(([name, value]) => `${name}="${value}"\n`);
      const isWhole = !known || known.endsWith("\n");
      appendFileSync(FILE, (isWhole ? "" : "\n") + lines.join(""));
    }
  });
}
