/** Finds the best result by trying every matching, which is possible for up to about ten members. */
import { listRanks, mayMeet, type Person, toPerson } from "./rule.ts";
import type { Input } from "./types.ts";

export interface Best {
  /** For each rank that occurs, the highest first: the number of paired members with this or a higher rank. */
  covered: number[];
  pairs: number;
  repeats: number;
}

/** Follows docs/rules.md#order: the most paired members by rank, then the most pairs, then the fewest repeats. */
export function tryEverything(input: Input): Best {
  const kept = input.members
    .map((member) => ({ id: member.id, person: toPerson(member, input.date) }))
    .filter((entry): entry is { id: string; person: Person } => entry.person !== null)
    .filter((entry, at, list) => list.findIndex((other) => other.id === entry.id) === at);
  const ranks = listRanks(kept.map(({ person }) => person));
  const either = (list: [string, string][], a: string, b: string) =>
    list.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
  let best: Best = { covered: ranks.map(() => 0), pairs: 0, repeats: 0 };
  const descend = (left: typeof kept, found: Best): void => {
    const [first, ...rest] = left;
    if (first === undefined) {
      if (isBetter(found, best)) best = found;
      return;
    }
    descend(rest, found);
    for (const other of rest) {
      if (!mayMeet(first.person, other.person) || either(input.blocks, first.id, other.id))
        continue;
      const reaches = (rank: number) =>
        Number(first.person.rank >= rank) + Number(other.person.rank >= rank);
      descend(
        rest.filter((entry) => entry !== other),
        {
          covered: ranks.map((rank, i) => (found.covered[i] as number) + reaches(rank)),
          pairs: found.pairs + 1,
          repeats: found.repeats + Number(either(input.recentPairs, first.id, other.id)),
        },
      );
    }
  };
  descend(kept, best);
  return best;
}

function isBetter(one: Best, other: Best): boolean {
  const aims = ({ covered, pairs, repeats }: Best) => [...covered, pairs, -repeats];
  const others = aims(other);
  for (const [i, value] of aims(one).entries()) {
    if (value !== others[i]) return value > (others[i] as number);
  }
  return false;
}
