import type { Deps } from "~/core/deps";
import { isBarredStanding } from "~/core/moderation/standing";
import { toIso } from "~/core/shared/age";
import { CONSENT_VERSION } from "~/core/shared/consent";
import { findConsent, storeConsent } from "~/db/accounts/consents";
import type { Viewer } from "./viewer";

/** The member's consent to the use of gender and preference; instants in ISO. */
export interface ConsentDto {
  kind: "given" | "notified" | "withdrawn";
  version: string;
  created_at: string;
  /** Whether this is the version in force now. */
  isCurrent: boolean;
}

/** The member's newest consent, notice or withdrawal; null for a member who registered before consents were stored. */
export async function readConsent(deps: Deps, viewer: Viewer): Promise<ConsentDto | null> {
  const row = await findConsent(deps.db, viewer.memberId);
  if (!row) return null;
  const { kind, version, createdAt } = row;
  return { kind, version, created_at: toIso(createdAt), isCurrent: version === CONSENT_VERSION };
}

/**
 * Whether to ask for the consent: of a member who has stated a gender or a preference, and who registered before this
 * text existed or agreed to an earlier version. A member who withdrew the consent isn't asked again.
 */
export async function asksForConsent(deps: Deps, viewer: Viewer): Promise<boolean> {
  const { gender, preferred_match_gender } = viewer.user;
  if (gender === null && preferred_match_gender === null) return false;
  if (isBarredStanding(viewer.standing.standing)) return false;
  const consent = await readConsent(deps, viewer);
  return consent === null || (consent.kind !== "withdrawn" && !consent.isCurrent);
}

/** Stores the member's consent, given on a page that shows the text. */
export async function giveConsent(deps: Deps, { memberId }: Viewer): Promise<{ message: string }> {
  const consent = { kind: "given", version: CONSENT_VERSION } as const;
  await storeConsent(deps.db, memberId, consent, deps.clock.now());
  return { message: "Your consent is stored" };
}

/** Withdraws the member's consent, which also empties gender and preference (GDPR Art. 7(3)). */
export async function withdrawConsent(
  deps: Deps,
  { memberId }: Viewer,
): Promise<{ message: string }> {
  const consent = { kind: "withdrawn", version: CONSENT_VERSION } as const;
  await storeConsent(deps.db, memberId, consent, deps.clock.now());
  return { message: "Your gender and preference are deleted" };
}
