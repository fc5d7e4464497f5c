import {
  FrameWriter,
  type MatchOptions,
  matchPopulation,
  receiveResult,
  type SentResult,
} from "@happenstance/matching";
import type { Deps } from "~/core/deps";
import type { OutsideMatcher } from "~/core/ports";
import { withTimeLimit } from "~/core/shared/time-limit";
import { readGreatestKey } from "~/db/queries/population";
import { loadPopulation, type PopulationRequest, readPopulation } from "./load-population";
import { MatchingCheck } from "./matching-check";
import { AGES } from "./matching-rules";
import { MemberKeys } from "./member-keys";
import { choicesForWait } from "./wait";

/** Lease per member for the time in which the engine computes and can't renew it. The engine needs well under this. */
export const MATCH_LEASE_MS_PER_MEMBER = 0.5;

/**
 * Most edges that the search for the fewest repeats keeps, at 16 bytes each: enough to prove the minimum for up to
 * about 23,000 members.
 */
const MAX_EDGES = 100_000;

/**
 * Limits that a Worker can afford: 60 MB and 30 s of CPU for 100,000 members. Measured: beyond 150 million units of work the
 * search finds hardly any fewer repeats, and more edges would take 15 MB more. A matcher outside has the same limits, so
 * that it makes the same pairs.
 */
export function limitWork(size: number): Pick<MatchOptions, "workLimit" | "maxEdges"> {
  return { workLimit: 1e8 + 500 * size, maxEdges: MAX_EDGES };
}

interface Matched {
  matching: SentResult;
  /** Members by the engine's keys. */
  keys: MemberKeys;
}

interface Steps {
  /** Called after every page, to show that the run lives. */
  afterPage: () => Promise<void>;
  /** Called between reading and matching, with the number of members who can be paired. */
  beforeMatch: (size: number) => Promise<void>;
}

type Request = Omit<PopulationRequest, "greatestKey"> & { seed: string };

const optionsFor = (size: number, seed: string) => ({
  seed,
  leastChoices: choicesForWait(size),
  ...limitWork(size),
});

/**
 * Reads the members of a run and pairs them. The Worker does this, or the matcher outside if the deployment has one and
 * the members need more memory than the Worker has. The pairs are the same either way (docs/decisions/matcher.md).
 * @throws Error when the matcher outside can't be reached, is too slow, or its answer is no matching of these members
 */
export async function matchMembers(
  deps: Pick<Deps, "db" | "matcher">,
  request: Request,
  steps: Steps,
): Promise<Matched> {
  const greatestKey = await readGreatestKey(deps.db);
  const given = { ...request, greatestKey };
  const { matcher } = deps;
  if (matcher && greatestKey > matcher.above)
    return matchOutside(deps, { ...given, matcher }, steps);
  const { population, keys } = await loadPopulation(deps, given, steps.afterPage);
  await steps.beforeMatch(population.size);
  return { matching: matchPopulation(population, optionsFor(population.size, request.seed)), keys };
}

/** Sends each page to the matcher as soon as it is read, and keeps what {@link MatchingCheck} needs. */
async function matchOutside(
  deps: Pick<Deps, "db">,
  { matcher, ...request }: PopulationRequest & { seed: string; matcher: OutsideMatcher },
  { afterPage, beforeMatch }: Steps,
): Promise<Matched> {
  const frames = new FrameWriter({ date: request.date, ages: AGES });
  // Starts small and grows with the members read, because few of many keys may be in the draw.
  const keys = new MemberKeys(16);
  const check = new MatchingCheck(frames, keys);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const out = writable.getWriter();
  const abort = new AbortController();
  const answer = matcher.match(readable, abort.signal);
  // The first failure is thrown below. These handlers keep the other promise's failure from being an unhandled rejection.
  answer.catch(() => {});
  out.closed.catch(() => {});
  const send = async (some: Iterable<Uint8Array>) => {
    for (const frame of some) {
      const refused = answer.then(() => Promise.reject(new Error("the matcher answered too soon")));
      await withTimeLimit(Promise.race([out.write(frame), refused]), matcher.patienceMs);
    }
  };
  try {
    await readPopulation(deps, request, {
      keys,
      sink: check,
      afterPage: async () => {
        await send(frames.takeFrames());
        await afterPage();
      },
    });
    const { size } = frames;
    await beforeMatch(size);
    await send(frames.finish(optionsFor(size, request.seed)));
    const receive = async () => {
      await out.close();
      return receiveResult(await answer, size);
    };
    const matching = await withTimeLimit(
      receive(),
      matcher.patienceMs + size * MATCH_LEASE_MS_PER_MEMBER,
    );
    check.verify(matching);
    return { matching, keys };
  } catch (error) {
    abort.abort();
    throw error;
  }
}
