/** The leader of a member's set: whoever leads to themselves. Ways are halved as they are gone. */
export function findLeader(leader: Int32Array, member: number): number {
  let at = member;
  for (;;) {
    const next = leader[at]!;
    if (next === at) return at;
    const after = leader[next]!;
    leader[at] = after;
    at = after;
  }
}
