import type { Deps } from "~/core/deps";
import { isBarredStanding } from "~/core/moderation/standing";
import { toIso } from "~/core/shared/age";
import { CONSENT_VERSION } from "~/core/shared/consent";
import { findConsent, storeConsent } from "~/db/accounts/consents";
import type { Viewer } from "./viewer";

/** Consent to the use of gender and preference. Instants are ISO 8601. */
export interface ConsentDto {
  kind: "given" | "notified" | "withdrawn";
  version: string;
  created_at: string;
  isCurrent: boolean;
}

/** Null for a member who registered before consents were stored. */
export async function readConsent(deps: Deps, viewer: Viewer): Promise<ConsentDto | null> {
  const row = await findConsent(deps.db, viewer.memberId);
  if (!row) return null;
  const { kind, version, createdAt } = row;
  return { kind, version, created_at: toIso(createdAt), isCurrent: version === CONSENT_VERSION };
}

/**
 * True for a member who has stated a gender or a preference and has never agreed to the current text. A member who
 * withdrew the consent isn't asked again.
 */
export async function asksForConsent(deps: Deps, viewer: Viewer): Promise<boolean> {
  const { gender, preferred_match_gender } = viewer.user;
  if (gender === null && preferred_match_gender === null) return false;
  if (isBarredStanding(viewer.standing.standing)) return false;
  const consent = await readConsent(deps, viewer);
  return consent === null || (consent.kind !== "withdrawn" && !consent.isCurrent);
}

export async function giveConsent(deps: Deps, { memberId }: Viewer): Promise<{ message: string }> {
  const consent = { kind: "given", version: CONSENT_VERSION } as const;
  await storeConsent(deps.db, memberId, consent, deps.clock.now());
  return { message: "Your consent is stored" };
}

/** Also empties gender and preference (GDPR Art. 7(3)). */
export async function withdrawConsent(
  deps: Deps,
  { memberId }: Viewer,
): Promise<{ message: string }> {
  const consent = { kind: "withdrawn", version: CONSENT_VERSION } as const;
  await storeConsent(deps.db, memberId, consent, deps.clock.now());
  return { message: "Your gender and preference are deleted" };
}
