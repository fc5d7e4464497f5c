import type { AppLoadContext } from "@remix-run/cloudflare";
import { findPlace } from "~/app/features/pairing/find-place.server";
import type { Viewer } from "~/core/accounts/viewer";
import { readAddresses } from "~/core/conversation/addresses";
import {
  findPartner,
  readShownConversation,
  type ShownConversation,
} from "~/core/conversation/service";
import { canReportLeft } from "~/core/moderation/report";
import { findEarlier, findToday, presumeDraw } from "~/core/pairing/service";
import { getPublicProfile } from "~/core/profile/service";
import type { AddressesDto, BlockStatusDto, PartnerDto } from "~/core/shared/contract";
import { lastMidnightUtc } from "~/core/shared/countdown";
import type { DrawFacts } from "~/core/shared/draw-state";
import { AppError } from "~/core/shared/errors";
import { chooseStarters } from "./starters.server";

/** The number of messages that the page begins with. It loads earlier ones on request. */
const FIRST_PAGE = 100;

/** A conversation after a block: with the partner's name, without a place or messages. */
interface BlockedConversation extends BlockStatusDto {
  id: string;
  partner: Pick<PartnerDto, "name">;
  draw: DrawFacts;
  /** The server's clock, milliseconds since 1970. */
  now: number;
}

export interface ReadableConversation extends ShownConversation {
  place: string | null;
  /**
   * When the two members' previous conversation ended; null if there was none, or if this one is
   * over.
   */
  metBefore: string | null;
  /** The partner's own bio; null if there is none, or if it is no longer shown. */
  bio: string | null;
  addresses: AddressesDto;
  starters: string[];
  hasOlder: boolean;
  /**
   * Today's draw. It is read only for a conversation of today that is closed. Otherwise it is
   * presumed from the member's own row.
   */
  draw: DrawFacts;
  /** The server's clock, milliseconds since 1970. */
  now: number;
  /** The client id of a message that is sent without scripts. */
  formKey: string;
}

export type ConversationPage =
  | { kind: "missing" }
  /** The partner has deleted the account, but can still be reported. */
  | { kind: "left"; conversation: { id: string } }
  | { kind: "blocked"; conversation: BlockedConversation }
  | ({ kind: "readable" } & ReadableConversation);

export async function readConversationPage(
  context: AppLoadContext,
  viewer: Viewer,
  { conversationId, isWhole }: { conversationId: string; isWhole: boolean },
): Promise<ConversationPage> {
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
      findBio(context, viewer, conversation.partner.user_id),
      readAddresses(deps, viewer, { conversationId }),
      isOfToday ? findDraw(context, viewer) : presumeDraw(deps, viewer),
      isOpen ? findEarlier(deps, viewer, before) : null,
    ]);
    return {
      kind: "readable",
      ...shown,
      place,
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
        return (await canReportLeft(context.deps, viewer, { conversationId }))
          ? { kind: "left", conversation: { id: conversationId } }
          : { kind: "missing" };
      case "blocked_by_you":
      case "blocked_by_partner":
        return {
          kind: "blocked",
          conversation: await readBlocked(context, viewer, conversationId),
        };
      default:
        throw error;
    }
  }
}

async function findBio(
  context: AppLoadContext,
  viewer: Viewer,
  userId: string,
): Promise<string | null> {
  try {
    return (await getPublicProfile(context.deps, viewer, { userId })).bio;
  } catch (error) {
    // The conversation can be shown without the bio.
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function readBlocked(
  context: AppLoadContext,
  viewer: Viewer,
  conversationId: string,
): Promise<BlockedConversation> {
  const { deps } = context;
  const [{ id, partner, isBlocked, blockedByYou }, draw] = await Promise.all([
    findPartner(deps, viewer, { conversationId }),
    findDraw(context, viewer),
  ]);
  return { id, partner: { name: partner.name }, isBlocked, blockedByYou, draw, now: Date.now() };
}

const findDraw = async ({ deps }: AppLoadContext, viewer: Viewer): Promise<DrawFacts> =>
  (await findToday(deps, viewer)).draw;
