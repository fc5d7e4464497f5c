/** The best by trying every matching: for up to about ten members. */
import type { Input } from "./check.ts";
import { mayMeet, type Person, toPerson } from "./rule.ts";

export interface Best {
  covered: number;
  pairs: number;
  repeats: number;
}

/** In the contract's order: most priority members covered, then most pairs, then fewest repeats. */
export function tryEverything(input: Input): Best {
  const kept = input.members
    .map((member) => ({ id: member.id, person: toPerson(member, input.date) }))
    .filter((entry): entry is { id: string; person: Person } => entry.person !== null)
    .filter((entry, at, list) => list.findIndex((other) => other.id === entry.id) === at);
  const either = (list: [string, string][], a: string, b: string) =>
    list.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
  let best: Best = { covered: 0, pairs: 0, repeats: 0 };
  const descend = (left: typeof kept, covered: number, pairs: number, repeats: number): void => {
    const [first, ...rest] = left;
    if (first === undefined) {
      const better = covered - best.covered || pairs - best.pairs || best.repeats - repeats;
      if (better > 0) best = { covered, pairs, repeats };
      return;
    }
    descend(rest, covered, pairs, repeats);
    for (const other of rest) {
      if (!mayMeet(first.person, other.person) || either(input.blocks, first.id, other.id))
        continue;
      descend(
        rest.filter((entry) => entry !== other),
        covered + Number(first.person.priority) + Number(other.person.priority),
        pairs + 1,
        repeats + Number(either(input.recentPairs, first.id, other.id)),
      );
    }
  };
  descend(kept, 0, 0, 0);
  return best;
}
