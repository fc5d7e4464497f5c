import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { isProfileIncomplete } from "~/app/features/shell/profile-banner";
import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import { countUse } from "~/core/accounts/session";
import type { Viewer } from "~/core/accounts/viewer";
import { summariseConversation } from "~/core/conversation/service";
import type { Deps } from "~/core/deps";
import { listBlocks } from "~/core/moderation/blocks";
import { asksForReminders } from "~/core/notices/service";
import type { PastConversation } from "~/core/pairing/service";
import {
  checkPairingsExist,
  countLines,
  findBlockedToday,
  findToday,
  listPastWithLines,
  presumeDraw,
  previewTrigger,
} from "~/core/pairing/service";
import { explainToday } from "~/core/pairing/why";
import { toUtcDate } from "~/core/shared/age";
import { AGE_PREFERENCE_MAX, AGE_PREFERENCE_MIN, PAST_PAIRINGS_MAX } from "~/core/shared/constants";
import { AppError } from "~/core/shared/errors";
import { foldText } from "~/core/shared/fold-text";
import { nameLanguages } from "~/core/shared/languages";
import { findPlace } from "./find-place.server";

const PAST_PER_PAGE = 20;

interface HomeQuery {
  /** The history lists only conversations that are older than the one with this id; null for the newest page. */
  before: string | null;
  /** True if the page already has the reasons for the day off, which don't change and are slow to compute. */
  knowsWhy: boolean;
  search?: string | null;
  isStarred?: boolean;
  asksReset?: boolean;
}

/** The page's message if today's part, but nothing else, can't be read. */
const TODAY_FAILED = "Failed to fetch current pairing";

export async function readDay(
  args: RouteArgs,
  viewer: Viewer,
  { knowsWhy }: { knowsWhy: boolean },
) {
  const { context } = args;
  const { deps } = context;
  const missToday = (error: unknown) => ({
    pairing: null,
    dayOff: false,
    draw: presumeDraw(deps, viewer),
    failed: toRefusal(error, TODAY_FAILED, args).message,
  });
  const [{ pairing, dayOff, draw, failed }, ask] = await Promise.all([
    findToday(deps, viewer).then((found) => ({ ...found, failed: null }), missToday),
    chooseAsk(deps, viewer),
  ]);
  const [place, summary, blocked, why] = await Promise.all([
    pairing ? findPlace(context, pairing.partner) : null,
    pairing ? summarise(args, viewer, pairing.conversation.id) : null,
    draw.end?.isOwnBlock ? findBlockedToday(deps, viewer) : null,
    dayOff && !knowsWhy ? explainOnce(args, viewer) : null,
  ]);
  return {
    pairing,
    place,
    languages: nameLanguages(pairing?.partner.shared_languages ?? []),
    draw,
    availability: viewer.availability,
    ask,
    /** The message that says why today's part is missing; null if today's part is there. */
    failed,
    why,
    blocked,
    summary,
    unread: summary?.unread ?? 0,
    wishes: {
      gender: viewer.user.preferred_match_gender !== null,
      age: !isAnyAge(viewer.user),
      distance: viewer.user.distance_preference !== null,
    },
    now: Date.now(),
  };
}

export type Day = Awaited<ReturnType<typeof readDay>>;

/** Asks for one thing at a time. The shell's banner asks for the town, which comes first. */
async function chooseAsk(deps: Deps, viewer: Viewer): Promise<"bio" | "notices" | null> {
  if (isProfileIncomplete(viewer.user)) return null;
  if (!viewer.user.bio) return "bio";
  return (await asksForReminders(deps, viewer)) ? "notices" : null;
}

/**
 * The history is returned even if today's pairing can't be read.
 * @throws a redirect to the first page if the conversation of `before` does not exist, perhaps because the partner's
 * account was deleted
 */
export async function readHome(args: RouteArgs, viewer: Viewer, query: HomeQuery) {
  const { before, search = null, isStarred = false, knowsWhy, asksReset = false } = query;
  const { context } = args;
  const { deps } = context;
  const [day, past, blocks, existing] = await Promise.all([
    readDay(args, viewer, { knowsWhy }),
    listPast(deps, viewer, { before, search, isStarred }).catch(leaveMissingPage),
    listBlocks(deps, viewer),
    // Only admins see the buttons whose text depends on whether pairings exist.
    viewer.isAdmin ? checkPairingsExist(deps) : null,
  ]);
  const blocked = new Set(blocks.map((one) => one.user_id));
  const isReset = asksReset && existing?.pairingsExist === true;
  const [resetPreview, history] = await Promise.all([
    isReset ? previewTrigger(deps, viewer) : null,
    toHistory(context, viewer, past.slice(0, PAST_PER_PAGE), blocked),
  ]);
  return {
    ...day,
    past: history,
    hasOlder: past.length > PAST_PER_PAGE,
    isPaged: before !== null,
    search,
    isStarred,
    /** Null until the admin asks. On a deployed server the admin confirms the reset by typing `word`. */
    resetPreview: resetPreview && {
      ...resetPreview,
      word: context.config.isLocal ? null : toUtcDate(day.now),
    },
    pairingsExist: existing?.pairingsExist ?? null,
  };
}

/** Null if the member has used up the limit `explanations`. The page can be shown without the reasons. */
async function explainOnce({ context }: RouteArgs, viewer: Viewer) {
  const { deps } = context;
  try {
    await countUse(deps, viewer, "explanations");
    return await explainToday(deps, viewer);
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many_requests") return null;
    throw error;
  }
}

function leaveMissingPage(error: unknown): never {
  const isMissing = error instanceof AppError && error.code === "invalid_input";
  throw isMissing ? redirect("/conversations") : error;
}

/** A search reads at most this many pages of {@link PAST_PAIRINGS_MAX} conversations: more than a year. */
const SEARCHED_PAGES = 5;

async function listPast(
  deps: Deps,
  viewer: Viewer,
  { before, search, isStarred }: Required<Pick<HomeQuery, "before" | "search" | "isStarred">>,
): Promise<PastConversation[]> {
  if (search === null && !isStarred)
    return listPastWithLines(deps, viewer, before ? { before } : {});
  const wanted = foldText(search ?? "");
  const found: PastConversation[] = [];
  let cursor = before;
  for (let page = 0; page < SEARCHED_PAGES && found.length <= PAST_PER_PAGE; page++) {
    const listed = await listPastWithLines(deps, viewer, cursor ? { before: cursor } : {});
    found.push(
      ...listed.filter(
        (one) =>
          (one.isStarred || !isStarred) &&
          foldText(`${one.partner_name}\n${one.partner_location ?? ""}`).includes(wanted),
      ),
    );
    if (listed.length < PAST_PAIRINGS_MAX) break;
    cursor = listed.at(-1)?.conversation_id ?? null;
  }
  return found;
}

function isAnyAge({ minimum_age_preference, maximum_age_preference }: Viewer["user"]): boolean {
  const minimum = minimum_age_preference ?? AGE_PREFERENCE_MIN;
  const maximum = maximum_age_preference ?? AGE_PREFERENCE_MAX;
  return minimum <= AGE_PREFERENCE_MIN && maximum >= AGE_PREFERENCE_MAX;
}

/** Null if the conversation's object can't be reached. The card is then shown without a summary. */
async function summarise(args: RouteArgs, viewer: Viewer, conversationId: string) {
  const { deps } = args.context;
  try {
    return await summariseConversation(deps, viewer, { conversationId });
  } catch (error) {
    toRefusal(error, TODAY_FAILED, args);
    return null;
  }
}

async function toHistory(
  context: AppLoadContext,
  viewer: Viewer,
  page: PastConversation[],
  blocked: ReadonlySet<string>,
) {
  const uncounted = page.filter(({ isUncounted }) => isUncounted);
  const ids = uncounted.map(({ conversation_id }) => conversation_id);
  const [counts, places] = await Promise.all([
    countLines(context.deps, viewer, ids),
    Promise.all(
      page.map(({ partner_location, partner_latitude, partner_longitude }) =>
        findPlace(context, {
          location: partner_location,
          latitude: partner_latitude,
          longitude: partner_longitude,
        }),
      ),
    ),
  ]);
  return page.map(({ isUncounted: _, ...past }, i) => {
    const isBlocked = blocked.has(past.partner_id);
    const counted = counts.get(past.conversation_id);
    const lines = isBlocked ? null : (past.lines ?? counted?.lines ?? null);
    // A reported conversation shows no first line.
    const firstLine =
      isBlocked || past.isReported ? null : (past.firstLine ?? counted?.firstLine ?? null);
    const languages = nameLanguages(past.shared_languages);
    return { ...past, lines, firstLine, place: places[i] ?? null, languages, isBlocked };
  });
}

export type PastPairing = Awaited<ReturnType<typeof toHistory>>[number];

export type Home = Awaited<ReturnType<typeof readHome>>;
