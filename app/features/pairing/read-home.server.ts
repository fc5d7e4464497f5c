import { type AppLoadContext, redirect } from "~/app/framework.server";
import { type Asked, toRefusal } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import { AGE_PREFERENCE_MAX } from "~/core/shared/constants";
import type { PastPairingDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { findPlace } from "./find-place.server";

/** Of the history, on one page. */
const PAST_PER_PAGE = 20;

interface HomeQuery {
  /** Where a page of the history begins; null for the newest. */
  before: string | null;
  /** The page has the reasons for today's day off already. They don't change, and take long to count. */
  knowsWhy: boolean;
}

/** What the page says when today's part of it alone can't be read (specification §8). */
const TODAY_FAILED = "Failed to fetch current pairing";

/**
 * What the conversations home shows. The history comes also where today's pairing can't be read.
 * @throws a redirect to its first page where `before` names none: the conversation may be gone with
 *   its partner's account
 */
export async function readHome(asked: Asked, viewer: Viewer, { before, knowsWhy }: HomeQuery) {
  const { context } = asked;
  const { pairings } = context.services;
  const missToday = (error: unknown) => ({
    pairing: null,
    dayOff: false,
    failed: toRefusal(error, TODAY_FAILED, asked).message,
  });
  const [today, past, existing] = await Promise.all([
    pairings.findToday(viewer).then((found) => ({ ...found, failed: null }), missToday),
    pairings.listPast(viewer, before ? { before } : {}).catch(leaveMissingPage),
    // Only admins see what hangs on it.
    viewer.isAdmin ? pairings.checkPairingsExist(viewer) : null,
  ]);
  const { pairing, dayOff, failed } = today;
  const [place, why, history] = await Promise.all([
    pairing ? findPlace(context, viewer, pairing.partner) : null,
    dayOff && !knowsWhy ? pairings.explainToday(viewer) : null,
    Promise.all(past.slice(0, PAST_PER_PAGE).map((one) => withPlace(context, viewer, one))),
  ]);
  return {
    pairing,
    place,
    dayOff,
    /** Why today's part is missing; null when it isn't. */
    failed,
    why,
    past: history,
    hasOlder: past.length > PAST_PER_PAGE,
    isPaged: before !== null,
    /** Null for everybody but admins. */
    pairingsExist: existing?.pairingsExist ?? null,
    isTooOld: (viewer.user.age ?? 0) > AGE_PREFERENCE_MAX,
    now: Date.now(),
  };
}

function leaveMissingPage(error: unknown): never {
  const isMissing = error instanceof AppError && error.code === "invalid_input";
  throw isMissing ? redirect("/conversations") : error;
}

/** A line of the history, its partner's place in words as today's card says it. */
export type PastPairing = PastPairingDto & { place: string | null };

async function withPlace(
  context: AppLoadContext,
  viewer: Viewer,
  past: PastPairingDto,
): Promise<PastPairing> {
  const place = await findPlace(context, viewer, {
    location: past.partner_location,
    latitude: past.partner_latitude,
    longitude: past.partner_longitude,
  });
  return { ...past, place };
}

export type Home = Awaited<ReturnType<typeof readHome>>;
