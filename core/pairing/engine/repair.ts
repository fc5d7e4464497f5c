import { FREE } from "./neighbour-index.ts";
import {
  freeMembers,
  isPriority,
  isRepeated,
  isRepeatedEdge,
  type Run,
  repeatedPairs,
} from "./run.ts";

/** Rounds over all repeats, as long as they get fewer. */
const ROUNDS = 6;
/** Looks allowed to one attempt, for each that its even share would be. */
const SHARES = 8;

/**
 * Exchanges pairs of the last 30 days for fresh ones, at the cost of no pair and no priority. Two kinds of
 * path are looked for: from one end of a repeated pair to the other, or to somebody free in its place; and from
 * somebody free to a member of a repeated pair who is no more entitled. On the way a path may undo
 * further repeats, and then it may end with one.
 */
export function repairRepeats(run: Run): void {
  const { search, population } = run;
  if (population.recentPairs.count === 0) return;
  search.revive();
  search.countRepeats((a, b) => isRepeatedEdge(run, a, b));
  search.index.freshOnly = true;
  let before = repeatedPairs(run).length;
  for (let round = 0; round < ROUNDS && before > 0; round++) {
    exchangeFree(run, before);
    reopen(run);
    const after = repeatedPairs(run).length;
    if (after >= before) break;
    before = after;
  }
  search.revive();
  search.index.freshOnly = false;
}

/** Somebody free takes the place of a member of a repeated pair. */
function exchangeFree(run: Run, repeats: number): void {
  const { search } = run;
  const { index } = search;
  const roots = freeMembers(run);
  for (let i = 0; i < roots.length; i++) {
    const root = roots[i] as number;
    const left = run.maxLooks - index.looks;
    if (left <= 0) return;
    if (search.standing[root] !== FREE) continue;
    const entitled = isPriority(run, root);
    search.run(root, {
      budget: Math.min(left / 2, (left * SHARES) / (roots.length + repeats)),
      // Whoever leads to no repeat now leads to none for those who come after, if no less entitled.
      bury: false,
      mayUncover: (v) => search.gainOf(v) > 0 && (entitled || !isPriority(run, v)),
    });
  }
}

function reopen(run: Run): void {
  const { search } = run;
  const ends = repeatedPairs(run);
  const both = (a: number) => isPriority(run, a) && isPriority(run, search.mate[a] as number);
  const entitled = ends.filter(both);
  const others = ends.filter((a) => !both(a));
  const share = ((run.maxLooks - search.index.looks) * SHARES) / (ends.length + 1);
  for (const a of others) reopenOne(run, a, share);
  // When both have priority, nobody free without it may take the place of either.
  for (const v of freeMembers(run)) if (!isPriority(run, v)) search.buryFree(v);
  for (const a of entitled) reopenOne(run, a, share);
  search.revive();
}

function reopenOne(run: Run, a: number, share: number): void {
  const { search } = run;
  const { index, mate } = search;
  if (!isRepeated(run, a)) return;
  const b = mate[a] as number;
  if (run.maxLooks - index.looks <= 0) return;
  search.part(a);
  // The root is covered for certain, the other end perhaps no more: it must not be the one with priority.
  const roots = isPriority(run, a) === isPriority(run, b) ? [a, b] : [isPriority(run, a) ? a : b];
  for (const root of roots) {
    const budget = Math.min(share, (run.maxLooks - index.looks) / 2);
    const outcome = search.run(root, { budget, bury: false, tradeRepeats: true });
    if (outcome === "augmented") return;
  }
  search.join(a, b);
}
