import { release } from "../arrays.ts";
import { FREE, WAITING } from "../candidates/neighbour-index.ts";
import { freeMembers, isPriority, memberAt, type Run } from "./state.ts";

/** Free partners compared in the greedy start. */
const SAMPLE = 12;
/** So many partners are as good as more. */
const MANY = 65_535;
/** Looks allowed to a single search, round by round. */
const SEARCH_BUDGETS = [500, 4000];
const WALK_ROUNDS = 4;
/** Steps of a walk. */
const WALK_STEPS = 10;
const WALK_SAMPLE = 8;
/** Another round of walks is worth it when the last one paired one in so many of those left over. */
const WALK_WORTH = 40;
/** Years of age that count as one kind when left-over members are compared. */
const KIND_YEARS = 6;
/** Rates closer than this are the same. */
const RATE_STEPS = 1e6;
/** Squared, in standard deviations. */
const BEYOND_CHANCE = 16;
/** Looks that may be spent in one round of single searches, for each member there is. */
const WASTE_PER_MEMBER = 32;

/**
 * As many pairs as possible: fresh ones first, and only where those end also pairs of the last 30
 * days, as few as will do.
 * @returns what no matching can exceed (the pairs found when they are proven to be the most), and what no
 *   matching without repeats can exceed
 */
export function matchAll(run: Run): { upperBound: number; mostFresh: number } {
  const { search, population } = run;
  const { index } = search;
  const repeats = population.recentPairs.count > 0;
  index.freshOnly = repeats;
  pairGreedily(run);
  for (let round = 0; round < WALK_ROUNDS; round++) {
    const left = freeMembers(run).length;
    if (walk(run) * WALK_WORTH < left) break;
  }
  augmentAll(run, { thenRepeats: false }, repeats ? run.maxLooks * 0.6 : run.maxLooks * 0.9);
  const mostFresh = upperBoundOf(run);
  if (repeats) {
    search.revive();
    index.freshOnly = false;
    augmentAll(run, { thenRepeats: true }, run.maxLooks * 0.9);
  }
  return { upperBound: upperBoundOf(run), mostFresh };
}

/** Free members that no search gave up on are buried; each buried one is a proven loss (Tutte–Berge). */
function upperBoundOf(run: Run): number {
  const { mate, standing } = run.search;
  let matched = 0;
  let open = 0;
  for (let v = 0; v < mate.length; v++) {
    if (mate[v] !== -1) matched++;
    else if (standing[v] === FREE) open++;
  }
  return matched / 2 + Math.floor(open / 2);
}

/** The start: those left out last time first, then whoever has fewest partners; each takes the scarcest of a few. */
function pairGreedily(run: Run): void {
  const { search, random } = run;
  const { index, standing } = search;
  const degrees = countPartners(run);
  const order = orderByScarcity(run, degrees);
  const candidates = new Int32Array(SAMPLE);
  for (let next = 0; next < order.length; next++) {
    const u = order[next]!;
    if (standing[u] !== FREE) continue;
    const found = index.sample(u, FREE, SAMPLE, candidates);
    let best = -1;
    let bestDegree = Number.POSITIVE_INFINITY;
    let ties = 0;
    for (let i = 0; i < found; i++) {
      const v = candidates[i]!;
      const degree = degrees[v]! * (isPriority(run, v) ? 0.5 : 1);
      if (degree < bestDegree) {
        best = v;
        bestDegree = degree;
        ties = 1;
      } else if (degree === bestDegree && random.below(++ties) === 0) {
        best = v;
      }
    }
    if (best !== -1) search.join(u, best);
  }
}

/** About how many partners everybody has. Whoever has none at all, not even a repeat, is set aside for good. */
function countPartners({ search }: Run): Uint16Array {
  const { index } = search;
  const { freshOnly } = index;
  const degrees = new Uint16Array(index.size);
  for (let v = 0; v < index.size; v++) {
    degrees[v] = Math.min(MANY, index.degree(v));
    if (degrees[v] !== 0) continue;
    index.freshOnly = false;
    if (index.degree(v) === 0) search.setAside(v);
    index.freshOnly = freshOnly;
  }
  return degrees;
}

function orderByScarcity(run: Run, degrees: Uint16Array): Int32Array {
  const shuffled = freeMembers(run);
  const count = shuffled.length;
  // A counting sort by the logarithm: like scarcity, then chance.
  const steps = 64;
  const rankOf = (v: number) =>
    (isPriority(run, v) ? 0 : steps) +
    Math.min(steps - 1, Math.floor(2 * Math.log2(degrees[v]! + 1)));
  const starts = new Int32Array(2 * steps + 1);
  for (let i = 0; i < count; i++) {
    const rank = rankOf(shuffled[i]!);
    starts[rank + 1] = starts[rank + 1]! + 1;
  }
  for (let r = 0; r < 2 * steps; r++) starts[r + 1] = starts[r + 1]! + starts[r]!;
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const v = shuffled[i]!;
    const rank = rankOf(v);
    order[starts[rank]!] = v;
    starts[rank] = starts[rank]! + 1;
  }
  release(shuffled);
  return order;
}

/**
 * How often the like of a member are left over: by class, and by a few years of age where that makes a
 * difference beyond chance. Else whoever is of an age with those who happened to be left over, or with
 * nobody, would have other chances than the rest of the class.
 */
function leftOverRates(run: Run): (v: number) => number {
  const { search, population } = run;
  const { genders, preferences, ages } = population.columns;
  // Codes are small integers, and nothing is made for each member: that would be megabytes of garbage a call.
  const classes = new Map<number, number>();
  const kinds = new Map<number, number>();
  const classOf = (v: number) => {
    const member = memberAt(run, v);
    const code = genders[member]! * 65_536 + preferences[member]!;
    return numberIn(classes, code) * 2;
  };
  const kindOf = (v: number) => {
    const years = Math.floor(ages[memberAt(run, v)]! / KIND_YEARS);
    return numberIn(kinds, classOf(v) * 64 + years) * 2 + 1;
  };
  const left: number[] = [];
  const all: number[] = [];
  const count = (number: number, isLeft: number) => {
    all[number] = (all[number] ?? 0) + 1;
    left[number] = (left[number] ?? 0) + isLeft;
  };
  for (let v = 0; v < search.mate.length; v++) {
    const isLeft = search.mate[v] === -1 ? 1 : 0;
    count(classOf(v), isLeft);
    count(kindOf(v), isLeft);
  }
  const rates = left.map((count, number) => count / all[number]!);
  return (v) => {
    const usual = rates[classOf(v)]!;
    const kind = kindOf(v);
    const likes = all[kind]!;
    const surprise = (left[kind]! - likes * usual) ** 2;
    return surprise > BEYOND_CHANCE * likes * usual * (1 - usual) ? rates[kind]! : usual;
  };
}

function numberIn(numbers: Map<number, number>, code: number): number {
  let number = numbers.get(code);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(code, number);
  }
  return number;
}

/**
 * Walks: a free member takes the partner of somebody whose like are rarely left over, who then looks for
 * somebody free, or walks on. The number of pairs never falls. This mends what the greedy start got
 * wrong on the whole: those in short supply paired among themselves.
 */
function walk(run: Run): number {
  const { search, random } = run;
  const { index, mate, standing } = search;
  const rateOf = leftOverRates(run);
  const candidates = new Int32Array(WALK_SAMPLE);
  let gained = 0;
  const roots = freeMembers(run);
  for (let next = 0; next < roots.length; next++) {
    let u = roots[next]!;
    for (let step = 0; step < WALK_STEPS && standing[u] === FREE; step++) {
      const free = index.findFree(u);
      if (free !== -1) {
        search.join(u, free);
        gained++;
        break;
      }
      const found = index.sample(u, WAITING, WALK_SAMPLE, candidates);
      if (found === 0) break;
      let best = -1;
      let bestRate = Number.POSITIVE_INFINITY;
      for (let i = 0; i < found; i++) {
        const v = candidates[i]!;
        const loser = mate[v]!;
        // Whoever was left out last time gives way to their like only.
        if (isPriority(run, loser) && !isPriority(run, u)) continue;
        const rate = rateOf(loser) + random.below(1024) * 1e-6;
        if (rate >= bestRate) continue;
        best = v;
        bestRate = rate;
      }
      if (best === -1) break;
      const loser = mate[best]!;
      search.part(best);
      search.join(u, best);
      u = loser;
    }
  }
  return gained;
}

/**
 * Free members, those first whose like are rarely left over. A path has two ends: from the end where
 * many are left the other end is one in thousands, and from there it is next door.
 */
function rarelyLeftFirst(run: Run): Int32Array {
  const rateOf = leftOverRates(run);
  const roots = freeMembers(run);
  // Sorted as numbers: what a comparison of fractions returns would be an object each time.
  const keys = new Float64Array(roots.length);
  for (let i = 0; i < roots.length; i++) {
    keys[i] = Math.round(rateOf(roots[i]!) * RATE_STEPS) * roots.length + i;
  }
  keys.sort();
  const order = new Int32Array(roots.length);
  for (let i = 0; i < order.length; i++) {
    order[i] = roots[keys[i]! % roots.length]!;
  }
  release(keys);
  release(roots);
  return order;
}

/**
 * From every free member until each has its pair or its proof: single searches on small budgets find what
 * is near; then phases with trees from all of them at once, each of which costs one pass over the graph
 * however many paths it finds, and the last of which is the proof.
 * @returns false when the looks ran out first
 */
function augmentAll(run: Run, options: { thenRepeats: boolean }, until: number): boolean {
  const { search } = run;
  const { index, standing } = search;
  let roots = rarelyLeftFirst(run);
  for (const budget of SEARCH_BUDGETS) {
    let open = 0;
    const allowed = Math.min(until, index.looks + WASTE_PER_MEMBER * index.size);
    for (let next = 0; next < roots.length; next++) {
      const root = roots[next]!;
      if (standing[root] !== FREE) continue;
      const left = allowed - index.looks;
      const outcome =
        left > 0 ? search.run(root, { budget: Math.min(budget, left), ...options }) : "gave-up";
      if (outcome === "gave-up") roots[open++] = root;
    }
    roots = roots.slice(0, open);
  }
  for (;;) {
    roots = freeMembers(run);
    if (roots.length < 2) return true;
    if (search.runPhase(roots, until - index.looks).finished) return true;
    if (index.looks >= until) return false;
  }
}

/**
 * Covers as many of those left out last time as any maximum matching can: an even alternating path from
 * an uncovered one to a covered member without priority moves the loss over, at no pair's cost. The
 * sets of members that a matching can cover form a matroid, so that single exchanges reach the optimum.
 * @returns false when the looks ran out first
 */
export function coverPriorities(run: Run): boolean {
  const { search, population } = run;
  const { index } = search;
  const stages = population.recentPairs.count > 0 ? [true, false] : [false];
  let complete = true;
  for (const fresh of stages) {
    search.revive();
    index.freshOnly = fresh;
    for (complete = false; !complete; ) {
      const roots = freeMembers(run).filter((v) => isPriority(run, v));
      const left = run.maxLooks - index.looks;
      if (roots.length > 0 && left <= 0) break;
      complete =
        roots.length === 0 || search.runPhase(roots, left, (v) => !isPriority(run, v)).finished;
    }
  }
  search.revive();
  index.freshOnly = false;
  return complete;
}
