import { data, redirect } from "~/app/framework.server";
import { failForm } from "~/app/lib/action-data";
import { acceptForm, refuseForm } from "~/app/lib/answer-form.server";
import type { Asked } from "~/app/lib/refusal.server";
import { isScriptNavigation } from "~/app/lib/script-navigation";
import { redirectWithToast } from "~/app/lib/toast.server";
import type { Viewer } from "~/core/auth/viewer";
import { addressSchema, sendMessageSchema } from "~/core/conversation/schemas";
import { reportSchema } from "~/core/moderation/schemas";
import { plainText } from "~/core/shared/code-points";
import { isolate } from "~/core/shared/isolate";
import { parseInput } from "~/core/shared/parse";
import { FAILURES, type Intent, readIntent } from "./conversation-answer";

interface AskedForm extends Asked {
  viewer: Viewer;
  conversationId: string;
  form: FormData;
}

type FormAction = (asked: AskedForm) => Promise<Response | ReturnType<typeof acceptForm>>;

const FORM_ACTIONS: Record<Intent, FormAction> = { send, block, unblock, report, seal, unseal };

/** What the conversation's forms do; each is one call of a service. */
export async function actOnConversation(asked: AskedForm) {
  const { form } = asked;
  const intent = readIntent(form);
  if (intent === null) return data(failForm("Not found"), { status: 400 });
  try {
    return await FORM_ACTIONS[intent](asked);
  } catch (error) {
    const typed = ["content", "reason", "details", "address"].map((name) => [
      name,
      text(form, name),
    ]);
    const initialValue = Object.fromEntries(typed.filter(([, value]) => value !== undefined));
    const fields = intent === "report" ? ["reason", "details"] : [];
    return refuseForm(error, asked, { intent, ...FAILURES[intent], fields, initialValue });
  }
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
    return acceptForm({ intent, toast: { type: "success", message } });
  }
  const { pathname } = new URL(request.url);
  return redirectWithToast(pathname, { type: "success", message });
}
