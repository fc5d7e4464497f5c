import type { AppLoadContext } from "@remix-run/cloudflare";
import { findPlace } from "~/app/features/pairing/find-place.server";
import type { Viewer } from "~/core/accounts/viewer";
import { readAddresses } from "~/core/conversation/addresses";
import { findPartner, readShownConversation } from "~/core/conversation/service";
import type { Deps } from "~/core/deps";
import { canReportLeft } from "~/core/moderation/report";
import { findEarlier, findToday, presumeDraw } from "~/core/pairing/service";
import { getPublicProfile } from "~/core/profile/service";
import { lastMidnightUtc } from "~/core/shared/countdown";
import { AppError } from "~/core/shared/errors";
import { chooseStarters } from "./starters.server";

const FIRST_PAGE = 100;

export type ConversationPage = Awaited<ReturnType<typeof readConversationPage>>;
export type ReadableConversation = Extract<ConversationPage, { kind: "readable" }>;

export async function readConversationPage(
  context: AppLoadContext,
  viewer: Viewer,
  { conversationId, isWhole }: { conversationId: string; isWhole: boolean },
) {
  const { deps } = context;
  try {
    const shown = await readShownConversation(deps, viewer, {
      conversationId,
      ...(isWhole ? {} : { limit: FIRST_PAGE }),
    });
    const { conversation, messages } = shown;
    const { isOpen, expiryDate } = conversation;
    const isOfToday = !isOpen && Date.parse(expiryDate) > lastMidnightUtc(Date.now());
    const before = { partnerId: conversation.partner.user_id, expiryDate };
    const [place, bio, addresses, draw, metBefore] = await Promise.all([
      findPlace(context, conversation.partner),
      findBio(deps, viewer, conversation.partner.user_id),
      readAddresses(deps, viewer, { conversationId }),
      // The page needs the stored draw only if today's conversation ended early. `presumeDraw` needs no query.
      isOfToday ? findDraw(deps, viewer) : presumeDraw(deps, viewer),
      isOpen ? findEarlier(deps, viewer, before) : null,
    ]);
    return {
      kind: "readable" as const,
      ...shown,
      place,
      /** The end of the two members' previous conversation; null if they had none, or if this conversation is over. */
      metBefore,
      bio,
      addresses,
      starters: isOpen ? chooseStarters(conversation.id, bio) : [],
      hasOlder: !isWhole && messages.length === FIRST_PAGE,
      draw,
      now: Date.now(),
      formKey: crypto.randomUUID(),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    switch (error.code) {
      case "conversation_not_found":
        if (await canReportLeft(deps, viewer, { conversationId })) return { kind: "left" as const };
        return { kind: "missing" as const };
      case "blocked_by_you":
      case "blocked_by_partner": {
        const [{ partner, blockedByYou }, draw] = await Promise.all([
          findPartner(deps, viewer, { conversationId }),
          findDraw(deps, viewer),
        ]);
        const { name } = partner;
        return { kind: "blocked" as const, name, blockedByYou, draw, now: Date.now() };
      }
      default:
        throw error;
    }
  }
}

async function findBio(deps: Deps, viewer: Viewer, userId: string): Promise<string | null> {
  try {
    return (await getPublicProfile(deps, viewer, { userId })).bio;
  } catch (error) {
    // The conversation can be shown without the bio.
    if (error instanceof AppError) return null;
    throw error;
  }
}

const findDraw = async (deps: Deps, viewer: Viewer) => (await findToday(deps, viewer)).draw;
