/**
 * Why an account may not become an admin; null when it may. Anyone can register an address that no one has confirmed, so
 * on a deployed database such an account may be another person's.
 * @param {{ is_verified: number } | undefined} member undefined for none
 * @param {{ email: string, isRemote: boolean }} asked
 */
export function judgeGrant(member, { email, isRemote }) {
  if (!member) return `Nobody has the e-mail address ${email}.`;
  if (!isRemote || member.is_verified === 1) return null;
  return `${email} is not confirmed, so its account may be another person's. Have the member confirm it first.`;
}
