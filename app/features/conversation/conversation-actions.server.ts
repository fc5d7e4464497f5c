import { UNBLOCK_FAILED } from "~/app/features/moderation/unblock";
import { data, redirect } from "~/app/framework.server";
import { type Asked, toRefusal } from "~/app/lib/refusal.server";
import { isScriptNavigation } from "~/app/lib/script-navigation";
import { redirectWithToast } from "~/app/lib/toast.server";
import type { Viewer } from "~/core/auth/viewer";
import { addressSchema, sendMessageSchema } from "~/core/conversation/schemas";
import { reportSchema } from "~/core/moderation/schemas";
import { plainText } from "~/core/shared/code-points";
import { isolate } from "~/core/shared/isolate";
import { parseInput } from "~/core/shared/parse";
import {
  BLOCK_FAILED,
  type ConversationAnswer,
  type Intent,
  REPORT_FAILED,
  SEAL_FAILED,
  SEND_FAILED,
  UNSEAL_FAILED,
} from "./conversation-answer";

interface AskedForm extends Asked {
  viewer: Viewer;
  conversationId: string;
  form: FormData;
}

/** What the conversation's forms do; each is one call of a service. */
export async function actOnConversation(
  asked: AskedForm,
): Promise<Response | ReturnType<typeof refuse>> {
  switch (asked.form.get("intent")) {
    case "send":
      return attempt(asked, "send", SEND_FAILED, send);
    case "block":
      return attempt(asked, "block", BLOCK_FAILED, block);
    case "unblock":
      return attempt(asked, "unblock", UNBLOCK_FAILED, unblock);
    case "report":
      return attempt(asked, "report", REPORT_FAILED, report);
    case "seal":
      return attempt(asked, "seal", SEAL_FAILED, seal);
    case "unseal":
      return attempt(asked, "unseal", UNSEAL_FAILED, unseal);
    default:
      return refuse("unknown", 400, "Not found", [], {});
  }
}

type Deed = (asked: AskedForm) => Promise<Response | ReturnType<typeof data<ConversationAnswer>>>;

async function attempt(asked: AskedForm, intent: Intent, fallback: string, deed: Deed) {
  try {
    return await deed(asked);
  } catch (error) {
    const { status, message, errors } = toRefusal(error, fallback, asked);
    return refuse(intent, status, message, errors, {
      content: text(asked.form, "content"),
      reason: text(asked.form, "reason"),
      details: text(asked.form, "details"),
      address: text(asked.form, "address"),
    });
  }
}

function refuse(
  intent: Intent,
  status: number,
  failed: string,
  errors: ConversationAnswer["errors"],
  values: ConversationAnswer["values"],
) {
  const answer: ConversationAnswer = { intent, failed, message: null, errors, values };
  return data(answer, { status: status });
}

function text(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value : undefined;
}

/**
 * A message of a form without scripts. Who answers has read what is on the page, and nothing else tells of it
 * there: so the partner's messages become read. The redirect keeps a reload from sending it again.
 */
async function send({ context, viewer, conversationId, form, request }: AskedForm) {
  const input = parseInput(sendMessageSchema, {
    content: plainText(text(form, "content") ?? ""),
    client_id: text(form, "client_id") || null,
  });
  const { conversations } = context.services;
  await conversations.sendMessage(viewer, { conversationId, ...input });
  await conversations.markConversationRead(viewer, { conversationId });
  return redirect(new URL(request.url).pathname);
}

async function findPartner({ context, viewer, conversationId }: AskedForm) {
  const ask = { conversationId };
  const { partner } = await context.services.conversations.findPartner(viewer, ask);
  return partner;
}

async function block(asked: AskedForm) {
  const { user_id: userId, name } = await findPartner(asked);
  await asked.context.services.auth.countUse(asked.viewer, "blocks");
  await asked.context.services.moderation.blockMember(asked.viewer, { userId });
  const message = `You have blocked ${isolate(name)}.`;
  return redirectWithToast("/conversations", { type: "success", message });
}

async function unblock(asked: AskedForm) {
  const { user_id: userId } = await findPartner(asked);
  await asked.context.services.auth.countUse(asked.viewer, "blocks");
  const { moderation } = asked.context.services;
  const { message } = await moderation.unblockMember(asked.viewer, { userId });
  const { pathname } = new URL(asked.request.url);
  return redirectWithToast(pathname, { type: "success", message });
}

async function report(asked: AskedForm) {
  const { user_id: userId, name } = await findPartner(asked);
  const input = parseInput(reportSchema, {
    reason: text(asked.form, "reason"),
    details: plainText(text(asked.form, "details") ?? ""),
    conversation_id: asked.conversationId,
  });
  const { auth, moderation } = asked.context.services;
  const blocksToo = text(asked.form, "also_block") === "1";
  // Counted before the report: a block that is one too many must not leave half of what was asked done.
  if (blocksToo) await auth.countUse(asked.viewer, "blocks");
  const { message } = await moderation.reportMember(asked.viewer, { userId, ...input });
  if (blocksToo) {
    await moderation.blockMember(asked.viewer, { userId });
    const both = `${message} You have blocked ${isolate(name)}.`;
    return redirectWithToast("/conversations", { type: "success", message: both });
  }
  return answerHere(asked, "report", message);
}

/** A sealed address (contract §8). */
async function seal(asked: AskedForm) {
  const { conversationId, form, context, viewer } = asked;
  const input = parseInput(addressSchema, { address: plainText(text(form, "address") ?? "") });
  const { conversations } = context.services;
  const { message } = await conversations.leaveAddress(viewer, { conversationId, ...input });
  return answerHere(asked, "seal", message);
}

async function unseal(asked: AskedForm) {
  const { conversationId, context, viewer } = asked;
  const { message } = await context.services.conversations.withdrawAddress(viewer, {
    conversationId,
  });
  return answerHere(asked, "unseal", message);
}

/** With scripts the form says by itself that it went well; without them the page that comes again does. */
function answerHere({ request }: AskedForm, intent: Intent, message: string) {
  if (isScriptNavigation(request)) {
    const answer: ConversationAnswer = { intent, failed: null, message, errors: [], values: {} };
    return data(answer, { status: 200 });
  }
  const { pathname } = new URL(request.url);
  return redirectWithToast(pathname, { type: "success", message });
}
