import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { z } from "zod";
import { asMember, defineForms, memberForm, NO_FIELDS } from "~/app/lib/forms.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { addressSchema, answerSchema, sendMessageSchema } from "~/core/conversation/schemas";
import { reportSchema } from "~/core/moderation/schemas";
import { plainText } from "~/core/shared/code-points";
import { isolate } from "~/core/shared/isolate";
import type { Viewer } from "~/core/viewer/viewer";
import { CONVERSATION_FORMS } from "./forms";

const textOf = (form: FormData, name: string) => plainText(String(form.get(name) ?? ""));

type Args = ActionFunctionArgs & { viewer: Viewer };

const idOf = ({ params }: Args) => ({ conversationId: params.conversationId ?? "" });

const findPartner = async (args: Args) =>
  (await args.context.services.conversations.findPartner(args.viewer, idOf(args))).partner;

export const conversationAction = defineForms(
  { words: CONVERSATION_FORMS, guard: asMember },
  {
    // A message that is sent without scripts. It also marks the partner's messages as read, because its sender has seen
    // the page and nothing else reports that. The redirect keeps a reload from sending it again.
    send: memberForm({
      bound: ["messagesPerSecond", "messagesPerMinute"],
      schema: sendMessageSchema,
      read: (form) => ({
        content: textOf(form, "content"),
        client_id: form.get("client_id") || null,
      }),
      keeps: ["content"],
      async run(args) {
        const { conversations } = args.context.services;
        await conversations.sendMessage(args.viewer, { ...idOf(args), ...args.value });
        await conversations.markConversationRead(args.viewer, idOf(args));
        return redirect(new URL(args.request.url).pathname);
      },
    }),
    block: memberForm({
      bound: "blocks",
      schema: NO_FIELDS,
      async run(args) {
        const { user_id: userId, name } = await findPartner(args);
        await args.context.services.moderation.blockMember(args.viewer, { userId });
        const message = `You have blocked ${isolate(name)}.`;
        return redirectWithToast("/conversations", { type: "success", message });
      },
    }),
    unblock: memberForm({
      bound: "blocks",
      schema: NO_FIELDS,
      async run(args) {
        const { user_id: userId } = await findPartner(args);
        const { moderation } = args.context.services;
        const { message } = await moderation.unblockMember(args.viewer, { userId });
        return redirectWithToast(new URL(args.request.url).pathname, { type: "success", message });
      },
    }),
    report: memberForm({
      // The block is counted before the report is made. So if its limit is exceeded, neither of the two is done.
      bound: (form) => (form.get("also_block") === "1" ? "blocks" : ["reports"]),
      schema: reportSchema.omit({ conversation_id: true }).extend({ also_block: z.boolean() }),
      read: (form) => ({
        reason: form.get("reason") ?? undefined,
        details: textOf(form, "details"),
        message_id: form.get("message_id") || null,
        also_block: form.get("also_block") === "1",
      }),
      shows: ["reason", "details", "message_id"],
      keeps: ["reason", "details", "message_id", "also_block"],
      async run(args) {
        const { also_block: blocksToo, ...value } = args.value;
        const { moderation } = args.context.services;
        const { conversationId } = idOf(args);
        if (await moderation.canReportLeft(args.viewer, idOf(args))) {
          const left = { ...value, conversationId };
          return moderation.reportLeftConversation(args.viewer, left);
        }
        const { user_id: userId, name } = await findPartner(args);
        const about = { userId, ...value, conversation_id: conversationId };
        const { message } = await moderation.reportMember(args.viewer, about);
        if (!blocksToo) return { message };
        await moderation.blockMember(args.viewer, { userId });
        const both = `${message} You have blocked ${isolate(name)}.`;
        return redirectWithToast("/conversations", { type: "success", message: both });
      },
    }),
    answer: memberForm({
      bound: ["answers"],
      schema: answerSchema.extend({ level: z.string() }),
      read: (form) => ({ answer: textOf(form, "answer"), level: textOf(form, "level") }),
      keeps: ["answer", "level"],
      async run(args) {
        const { conversations } = args.context.services;
        const { theirs } = await conversations.answerQuestion(args.viewer, {
          ...idOf(args),
          ...args.value,
        });
        const message =
          theirs === null
            ? "Your answer is kept. It opens when both of you have answered."
            : "Both answers are open now.";
        return { message };
      },
    }),
    seal: memberForm({
      bound: ["addresses"],
      schema: addressSchema,
      read: (form) => ({ address: textOf(form, "address") }),
      keeps: ["address"],
      async run(args) {
        const { conversations } = args.context.services;
        const line = { ...idOf(args), ...args.value };
        return conversations.leaveAddress(args.viewer, line);
      },
    }),
    unseal: memberForm({
      bound: "fence",
      schema: NO_FIELDS,
      async run(args) {
        const { conversations } = args.context.services;
        return conversations.withdrawAddress(args.viewer, idOf(args));
      },
    }),
  },
);
