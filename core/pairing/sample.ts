import { type MatchResult, Random } from "~/core/matching";
import { WHY_SAMPLE_MEMBERS } from "~/core/shared/constants";

/**
 * The members of a run that 'Why no match' counts (docs/rules.md#why-no-match): all of them, or in a larger run that many at
 * random, each set of them as likely as any other, the same for the same seed (Floyd's method: memory for the sample alone).
 * @returns keys, ascending
 */
export function drawSample(
  { pairs, unmatched }: Pick<MatchResult, "pairs" | "unmatched">,
  seed: string,
  most = WHY_SAMPLE_MEMBERS,
): number[] {
  const size = pairs.length + unmatched.length;
  const length = Math.min(size, most);
  // Another stream than the matching's own, which has put the pairs in order.
  const random = new Random(`sample of ${seed}`);
  const places = new Set<number>();
  for (let last = size - length; last < size; last++) {
    const place = random.below(last + 1);
    places.add(places.has(place) ? last : place);
  }
  const keys = Array.from(
    places,
    (place) => (place < pairs.length ? pairs[place] : unmatched[place - pairs.length]) as number,
  );
  return keys.sort((one, other) => one - other);
}
