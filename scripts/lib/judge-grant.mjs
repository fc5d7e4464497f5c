/**
 * The reason why an account may not become an admin; null if it may. Anyone can register an unconfirmed address, so
 * such an account on a deployed database may be another person's.
 * @param {{ is_verified: number } | undefined} member undefined if no member has the address
 * @param {{ email: string, isRemote: boolean }} asked
 */
export function judgeGrant(member, { email, isRemote }) {
  if (!member) return `Nobody has the e-mail address ${email}.`;
  if (!isRemote || member.is_verified === 1) return null;
  return `${email} is not confirmed, so its account may be another person's. Have the member confirm it first.`;
}
