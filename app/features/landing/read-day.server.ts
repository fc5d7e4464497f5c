import { findPlace } from "~/app/features/pairing/find-place.server";
import { summarise } from "~/app/features/pairing/home-loader.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import type { PageSession } from "~/app/lib/session.server";

/**
 * Reads the facts of a member's landing page: today's match, their draw state, and the steps that are open before the
 * next draw.
 */
export async function readDay(args: RouteArgs, { viewer, user }: PageSession) {
  const { context } = args;
  const { pairings, notifications } = context.services;
  const { pairing, draw } = await pairings.findToday(viewer);
  if (!pairing) {
    const { public_key, subscriptions } = await notifications.getNotifications(viewer);
    const isTold = public_key === null ? null : subscriptions.length > 0;
    return { user, draw, match: null, unread: 0, isTold };
  }
  const { partner, conversation } = pairing;
  const [place, summary] = await Promise.all([
    findPlace(context, viewer, partner),
    summarise(args, viewer, conversation.id),
  ]);
  const { name, avatar_url, age } = partner;
  const match = { name, avatar_url, age, place };
  return { user, draw, match, unread: summary?.unread ?? 0, isTold: null };
}

export type Day = Awaited<ReturnType<typeof readDay>>;
