/** The best by trying every matching: for up to about ten members. */
import { mayMeet, type Person, toPerson } from "./rule.ts";
import type { Input } from "./types.ts";

export interface Best {
  covered: number;
  pairs: number;
  repeats: number;
}

/** The contract's order with both levels of priority: left out, then also unanswered, then pairs, then repeats. */
export function tryEveryLevel(input: Input): Best & { leftOut: number } {
  const unanswered = new Set(
    input.members.filter((one) => one.partner_absent_yesterday).map(({ id }) => id),
  );
  return search(input, (id, person) => [
    Number(person.priority),
    Number(person.priority || unanswered.has(id)),
  ]);
}

/** In the contract's order: most priority members covered, then most pairs, then fewest repeats. */
export function tryEverything(input: Input): Best {
  const { leftOut: _, ...best } = search(input, (_id, { priority }) => [
    Number(priority),
    Number(priority),
  ]);
  return best;
}

/** @param levelsOf whether a member counts by the first level, and by either of both */
function search(
  input: Input,
  levelsOf: (id: string, person: Person) => [number, number],
): Best & { leftOut: number } {
  const kept = input.members
    .map((member) => ({ id: member.id, person: toPerson(member, input.date) }))
    .filter((entry): entry is { id: string; person: Person } => entry.person !== null)
    .filter((entry, at, list) => list.findIndex((other) => other.id === entry.id) === at);
  const either = (list: [string, string][], a: string, b: string) =>
    list.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
  let best = { leftOut: 0, covered: 0, pairs: 0, repeats: 0 };
  const descend = (left: typeof kept, { leftOut, covered, pairs, repeats }: typeof best): void => {
    const [first, ...rest] = left;
    if (first === undefined) {
      const better =
        leftOut - best.leftOut ||
        covered - best.covered ||
        pairs - best.pairs ||
        best.repeats - repeats;
      if (better > 0) best = { leftOut, covered, pairs, repeats };
      return;
    }
    descend(rest, { leftOut, covered, pairs, repeats });
    const levels = levelsOf(first.id, first.person);
    for (const other of rest) {
      if (!mayMeet(first.person, other.person) || either(input.blocks, first.id, other.id))
        continue;
      const otherLevels = levelsOf(other.id, other.person);
      descend(
        rest.filter((entry) => entry !== other),
        {
          leftOut: leftOut + levels[0] + otherLevels[0],
          covered: covered + levels[1] + otherLevels[1],
          pairs: pairs + 1,
          repeats: repeats + Number(either(input.recentPairs, first.id, other.id)),
        },
      );
    }
  };
  descend(kept, best);
  return best;
}
