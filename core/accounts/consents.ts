import type { Deps } from "~/core/deps";
import { toIso } from "~/core/shared/age";
import { CONSENT_VERSION } from "~/core/shared/consent";
import { findConsent, storeConsent } from "~/db/accounts/consents";
import type { Viewer } from "./viewer";

/** The member's consent to the use of their gender and preferred gender. */
export interface ConsentDto {
  kind: "given" | "notified" | "withdrawn";
  version: string;
  created_at: string;
}

/** Null only for an account that was put into the database without registering. */
export async function readConsent(deps: Deps, { memberId }: Viewer): Promise<ConsentDto | null> {
  const row = await findConsent(deps.db, memberId);
  if (!row) return null;
  const { kind, version, createdAt } = row;
  return { kind, version, created_at: toIso(createdAt) };
}

export async function giveConsent(deps: Deps, { memberId }: Viewer): Promise<{ message: string }> {
  const consent = { kind: "given", version: CONSENT_VERSION } as const;
  await storeConsent(deps.db, memberId, consent, deps.clock.now());
  return { message: "Your consent is stored" };
}

/** Also deletes the member's gender and preferred gender (GDPR Art. 7(3)). */
export async function withdrawConsent(
  deps: Deps,
  { memberId }: Viewer,
): Promise<{ message: string }> {
  const consent = { kind: "withdrawn", version: CONSENT_VERSION } as const;
  await storeConsent(deps.db, memberId, consent, deps.clock.now());
  return { message: "Your gender and preference are deleted" };
}
