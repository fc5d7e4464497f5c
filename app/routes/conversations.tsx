import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import {
  type ClientLoaderFunctionArgs,
  useActionData,
  useFetcher,
  useLoaderData,
  useLocation,
  useNavigationType,
  useSearchParams,
} from "@remix-run/react";
import { useEffect, useState } from "react";
import { z } from "zod";
import { FormError } from "~/app/components/form-banner";
import { late } from "~/app/components/late";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading } from "~/app/components/section";
import { useHydrated } from "~/app/components/use-hydrated";
import {
  OpeningConversation,
  useIsOpeningConversation,
} from "~/app/features/conversation/opening-conversation";
import { changePause } from "~/app/features/notices/change-pause.server";
import { PAUSE_INTENT } from "~/app/features/notices/next-runs";
import {
  HOME_FAILED,
  RESET_DIALOG,
  STAR_INTENT,
  TRIGGER_INTENT,
} from "~/app/features/pairing/forms";
import { type Home, readHome } from "~/app/features/pairing/home-loader.server";
import type { TurningState } from "~/app/features/pairing/next-card";
import { PastList } from "~/app/features/pairing/past-list";
import { Today } from "~/app/features/pairing/today";
import { useDrawWatch } from "~/app/features/pairing/use-draw-watch";
import { useReportUnread } from "~/app/features/shell/unread";
import { type FormAnswer, readForm, refuse } from "~/app/lib/form";
import { surviveOffline } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { useNow, useServerNow } from "~/app/lib/use-now";
import { usePoll } from "~/app/lib/use-poll";
import { clearOutboxes, listOutboxes, type OutboxOwner } from "~/app/messaging/storage";
import { countUse } from "~/core/accounts/session";
import type { Viewer } from "~/core/accounts/viewer";
import { availabilitySchema } from "~/core/notices/schemas";
import { starSchema } from "~/core/pairing/schemas";
import { checkPairingsExist, starConversation, triggerPairings } from "~/core/pairing/service";
import { toUtcDate } from "~/core/shared/age";
import { BRAND } from "~/core/shared/brand";
import { POLL_INTERVAL_MS } from "~/core/shared/constants";
import { lastMidnightUtc, nextMidnightUtc } from "~/core/shared/countdown";
import { readDrawState } from "~/core/shared/draw-state";
import { invalidField } from "~/core/shared/errors";
import { parseInput } from "~/core/shared/parse";

const LOAD_FAILED = "Failed to load conversations";

const TestPairings = late(
  "test-pairings",
  async () => (await import("~/app/features/pairing/test-pairings")).TestPairings,
);

export const meta: MetaFunction = () => pageMeta({ title: BRAND.today });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const query = new URL(request.url).searchParams;
  const before = query.get("before") || null;
  const home = await readHome({ request, context }, viewer, {
    before,
    search: query.get("q")?.trim() || null,
    isStarred: query.has("starred"),
    knowsWhy: query.has("knowsWhy"),
    asksReset: query.get("dialog") === RESET_DIALOG,
  });
  return { viewerId: viewer.memberId, ...home };
}

/** A poll that can't reach the server returns null, so the screen does not change. */
export function clientLoader({ serverLoader, request }: ClientLoaderFunctionArgs) {
  const load = () => serverLoader<typeof loader>();
  return new URL(request.url).searchParams.has("poll") ? surviveOffline(load, null) : load();
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { deps } = context;
  const { viewer } = await requireSession(request, context);
  const form = await readForm(request, {
    [STAR_INTENT]: starSchema,
    [PAUSE_INTENT]: availabilitySchema,
    [TRIGGER_INTENT]: z.object({ confirm: z.string() }),
  });
  const { intent, fields } = form;
  try {
    if (intent === PAUSE_INTENT) return await changePause(args, viewer, fields);
    if (intent === TRIGGER_INTENT) {
      await countUse(deps, viewer, "adminWrites");
      return await resetPairings(args, viewer, fields.confirm);
    }
    await countUse(deps, viewer, "profileWrites");
    const star = { ...fields, isStarred: fields.isStarred === "true" };
    await starConversation(deps, viewer, parseInput(starSchema, star));
    const { pathname, search } = new URL(request.url);
    return redirect(`${pathname}${search}`);
  } catch (error) {
    return refuse(form, toRefusal(error, HOME_FAILED[intent], args));
  }
}

/** On a deployed server the admin types the date, so that nobody ends conversations by habit. */
async function resetPairings({ context }: RouteArgs, viewer: Viewer, confirmed: unknown) {
  const { deps } = context;
  const { pairingsExist } = await checkPairingsExist(deps);
  const word = context.config.isLocal || !pairingsExist ? null : toUtcDate(Date.now());
  if (word !== null && confirmed !== word) {
    throw invalidField("confirm", `Type ${word}, today’s date in UTC`);
  }
  const { message } = await triggerPairings(deps, viewer);
  return redirectWithToast("/conversations", message);
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function ConversationsPage() {
  const loaded = useLoaderData<typeof loader>();
  const { viewerId } = loaded;
  const { home, poll } = usePolled(loaded);
  const { pairing } = home;
  const now = useNow(
    home.now,
    pairing ? Date.parse(pairing.conversation.expiryDate) : nextMidnightUtc(home.now),
  );
  // The countdown uses the browser's clock (docs/rules.md#countdown). The server's clock decides what day it is.
  const serverNow = useServerNow(home.now, now);
  const state = readDrawState(home.draw, serverNow);
  const isDrawing = state.today.is === "drawing";
  // While the run is being made, the page polls `/draw.json` instead, which costs the database nothing.
  usePoll(() => isDrawing || poll(), POLL_INTERVAL_MS);
  useDrawWatch(isDrawing ? lastMidnightUtc(serverNow) : null, poll);
  const [query] = useSearchParams();
  const { state: carried } = useLocation();
  const isTurned = useNavigationType() === "PUSH" && (carried as TurningState | null)?.isTurned;
  const isPolled = pairing?.conversation.id !== loaded.pairing?.conversation.id;
  // Animates the card if the previous page showed it face down, or if a poll has brought it.
  const coming = isTurned ? "dealt" : isPolled ? "dealt turned" : null;
  useWaitingOutbox(viewerId);
  useReportUnread(home.unread);
  const answer = useActionData<FormAnswer>();
  const isHydrated = useHydrated();

  if (useIsOpeningConversation()) return <OpeningConversation />;
  return (
    <div className="page-width flex max-w-4xl flex-col gap-10 py-3 sm:gap-12 sm:py-12">
      {/* With scripts, a toast shows the errors of a refused form. */}
      {isHydrated ? null : <FormError error={answer?.errors?.[""]} />}
      <div className="flex flex-col gap-2 sm:gap-8">
        <PageHeading>{BRAND.today}</PageHeading>
        {query.get("expired") === "true" ? (
          <p className="text-ink-soft text-sm">Your conversation has expired. It is below.</p>
        ) : null}
        <Today day={home} {...{ state, viewerId, now, coming }} />
      </div>
      {home.pairingsExist === null ? null : (
        <TestPairings pairingsExist={home.pairingsExist} resetPreview={loaded.resetPreview} />
      )}
      <PastList home={home} />
    </div>
  );
}

/** The returned `poll` loads the data of the page again. */
function usePolled(loaded: Home): { home: Home; poll: () => void } {
  const fetcher = useFetcher<Home | null>();
  const [query] = useSearchParams();
  const before = query.get("before");
  const asked = new URLSearchParams({ poll: "1" });
  if (before) asked.set("before", before);
  if (loaded.search) asked.set("q", loaded.search);
  if (loaded.isStarred) asked.set("starred", "1");
  if (loaded.why) asked.set("knowsWhy", "1");
  const path = `/conversations?${asked}`;
  const poll = () => fetcher.load(path);
  // A failed poll replaces the fetcher's data, but the screen must keep the last answer.
  const [polled, setPolled] = useState<Home | null>(null);
  useEffect(() => {
    if (fetcher.data && fetcher.data.failed === null) setPolled(fetcher.data);
  }, [fetcher.data]);
  const isNewer =
    polled &&
    polled.now > loaded.now &&
    polled.isPaged === loaded.isPaged &&
    polled.search === loaded.search &&
    polled.isStarred === loaded.isStarred;
  return { home: isNewer ? { ...polled, why: polled.why ?? loaded.why } : loaded, poll };
}

/** Sends the messages of an earlier visit. Removes other members' unsent text from this device. */
function useWaitingOutbox(memberId: string): void {
  useEffect(() => {
    clearOutboxes(memberId);
    const owners = listOutboxes(memberId);
    // If the code can't be loaded, the entries stay, and the next visit sends them.
    if (owners.length > 0) void sendWaiting(owners).catch(() => {});
  }, [memberId]);
}

async function sendWaiting(owners: OutboxOwner[]): Promise<void> {
  const { BROWSER } = await import("~/app/messaging/browser");
  const { outboxOf } = await import("~/app/messaging/outbox");
  for (const owner of owners) outboxOf(BROWSER, owner).send();
}

export function ErrorBoundary() {
  return <LoadFailure heading={BRAND.today} message={LOAD_FAILED} />;
}
