import { type MatchResult, Random } from "@happenstance/matching";
import { WHY_SAMPLE_MEMBERS } from "~/core/shared/constants";

/**
 * Draws the members that 'Why no match' counts (docs/rules.md#why-no-match): all of them, or `most` at random in a
 * larger run. Every sample is equally likely, and the same seed draws the same sample. Floyd's method needs memory for
 * the sample only.
 * @returns keys, ascending
 */
export function drawSample(
  { pairs, unmatched }: Pick<MatchResult, "pairs" | "unmatched">,
  seed: string,
  most = WHY_SAMPLE_MEMBERS,
): number[] {
  const size = pairs.length + unmatched.length;
  const length = Math.min(size, most);
  // A stream of its own: the matching has used another stream of the seed to order the pairs.
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
