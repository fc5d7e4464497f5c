import { readFileSync } from "node:fs";
import { join } from "node:path";
import { signToken } from "~/core/accounts/tokens";
import { newId } from "~/core/shared/random";
import { ROOT } from "~/scripts/lib/project.mjs";

const MONTH_MS = 30 * 86_400_000;

/**
 * Signs a session with the local server's own secret, so that a test needn't wait for a sign-in. The caller stores the
 * session's row.
 */
export async function signSession(memberId: string) {
  const text = readFileSync(join(ROOT, ".dev.vars"), "utf8");
  const [, signingSecret] = /^SESSION_SECRET="?([^"\n]+)"?$/m.exec(text) ?? [];
  if (!signingSecret) throw new Error("no local secret");
  const secrets = { signingSecret, previousSigningSecret: undefined };
  const [id, now] = [newId(), Date.now()];
  const expires_at = now + MONTH_MS;
  const token = await signToken(secrets, { memberId, sessionId: id, expiresAt: expires_at });
  return { token, row: { id, member_id: memberId, created_at: now, expires_at } };
}
