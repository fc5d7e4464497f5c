import { data, redirect } from "~/app/framework.server";
import { failForm } from "~/app/lib/action-data";
import { acceptForm, tryForm } from "~/app/lib/answer-form.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { isScriptNavigation } from "~/app/lib/script-navigation";
import { redirectWithToast } from "~/app/lib/toast.server";
import type { Viewer } from "~/core/auth/viewer";
import { addressSchema, sendMessageSchema } from "~/core/conversation/schemas";
import { reportSchema } from "~/core/moderation/schemas";
import { plainText } from "~/core/shared/code-points";
import { isolate } from "~/core/shared/isolate";
import { parseInput } from "~/core/shared/parse";
import { FAILURES, type Intent, readIntent } from "./conversation-answer";

interface ConversationForm extends RouteArgs {
  viewer: Viewer;
  conversationId: string;
  form: FormData;
}

type FormAction = (args: ConversationForm) => Promise<Response | ReturnType<typeof acceptForm>>;

const FORM_ACTIONS: Record<Intent, FormAction> = { send, block, unblock, report, seal, unseal };

/** What the conversation's forms do; each is one call of a service. */
export async function actOnConversation(args: ConversationForm) {
  const { form } = args;
  const intent = readIntent(form);
  if (intent === null) return data(failForm("Not found"), { status: 400 });
  const names = ["content", "reason", "details", "message_id", "also_block", "address"];
  const typed = names.map((name) => [name, text(form, name)]);
  const initialValue = Object.fromEntries(typed.filter(([, value]) => value !== undefined));
  const fields = intent === "report" ? ["reason", "details", "message_id"] : [];
  const options = { intent, ...FAILURES[intent], fields, initialValue };
  return tryForm(args, options, () => FORM_ACTIONS[intent](args));
}

function text(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" ? value : undefined;
}

/**
 * A message of a form without scripts. Who answers has read what is on the page, and nothing else tells of it
 * there: so the partner's messages become read. The redirect keeps a reload from sending it again.
 */
async function send({ context, viewer, conversationId, form, request }: ConversationForm) {
  const input = parseInput(sendMessageSchema, {
    content: plainText(text(form, "content") ?? ""),
    client_id: text(form, "client_id") || null,
  });
  const { conversations } = context.services;
  await conversations.sendMessage(viewer, { conversationId, ...input });
  await conversations.markConversationRead(viewer, { conversationId });
  return redirect(new URL(request.url).pathname);
}

async function findPartner({ context, viewer, conversationId }: ConversationForm) {
  const ask = { conversationId };
  const { partner } = await context.services.conversations.findPartner(viewer, ask);
  return partner;
}

async function block(args: ConversationForm) {
  const { user_id: userId, name } = await findPartner(args);
  await args.context.services.auth.countUse(args.viewer, "blocks");
  await args.context.services.moderation.blockMember(args.viewer, { userId });
  const message = `You have blocked ${isolate(name)}.`;
  return redirectWithToast("/conversations", { type: "success", message });
}

async function unblock(args: ConversationForm) {
  const { user_id: userId } = await findPartner(args);
  await args.context.services.auth.countUse(args.viewer, "blocks");
  const { moderation } = args.context.services;
  const { message } = await moderation.unblockMember(args.viewer, { userId });
  const { pathname } = new URL(args.request.url);
  return redirectWithToast(pathname, { type: "success", message });
}

async function report(args: ConversationForm) {
  const { user_id: userId, name } = await findPartner(args);
  const input = parseInput(reportSchema, {
    reason: text(args.form, "reason"),
    details: plainText(text(args.form, "details") ?? ""),
    conversation_id: args.conversationId,
    message_id: text(args.form, "message_id") || null,
  });
  const { auth, moderation } = args.context.services;
  const blocksToo = text(args.form, "also_block") === "1";
  // Counted before the report: a block that is one too many must not leave half of what was asked done.
  if (blocksToo) await auth.countUse(args.viewer, "blocks");
  const { message } = await moderation.reportMember(args.viewer, { userId, ...input });
  if (blocksToo) {
    await moderation.blockMember(args.viewer, { userId });
    const both = `${message} You have blocked ${isolate(name)}.`;
    return redirectWithToast("/conversations", { type: "success", message: both });
  }
  return answerHere(args, "report", message);
}

async function seal(args: ConversationForm) {
  const { conversationId, form, context, viewer } = args;
  const input = parseInput(addressSchema, { address: plainText(text(form, "address") ?? "") });
  const { conversations } = context.services;
  const { message } = await conversations.leaveAddress(viewer, { conversationId, ...input });
  return answerHere(args, "seal", message);
}

async function unseal(args: ConversationForm) {
  const { conversationId, context, viewer } = args;
  const { conversations } = context.services;
  const { message } = await conversations.withdrawAddress(viewer, { conversationId });
  return answerHere(args, "unseal", message);
}

/** With scripts the form says by itself that it went well; without them the page that comes again does. */
function answerHere({ request }: ConversationForm, intent: Intent, message: string) {
  if (isScriptNavigation(request)) {
    return acceptForm({ intent, toast: { type: "success", message } });
  }
  const { pathname } = new URL(request.url);
  return redirectWithToast(pathname, { type: "success", message });
}
