import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { late } from "~/app/components/late";
import { LoadFailure } from "~/app/components/load-failure";
import { ConversationView } from "~/app/features/conversation/conversation-view";
import { CONVERSATION_FAILED } from "~/app/features/conversation/forms";
import { readConversationPage } from "~/app/features/conversation/read-conversation-page.server";
import type { ShellHandle } from "~/app/features/shell/types";
import { type Fields, readForm, refuse } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast, stayWithToast } from "~/app/lib/toast.server";
import { countUse } from "~/core/accounts/session";
import type { Viewer } from "~/core/accounts/viewer";
import { leaveAddress, withdrawAddress } from "~/core/conversation/addresses";
import { answerQuestion } from "~/core/conversation/answers";
import { addressSchema, answerSchema, sendMessageSchema } from "~/core/conversation/schemas";
import { findPartner, markConversationRead, sendMessage } from "~/core/conversation/service";
import { blockMember, unblockMember } from "~/core/moderation/blocks";
import { canReportLeft, reportLeftConversation, reportMember } from "~/core/moderation/report";
import { reportSchema } from "~/core/moderation/schemas";
import { updateProfile } from "~/core/profile/service";
import { isolate } from "~/core/shared/isolate";
import { parseInput } from "~/core/shared/parse";

const LOAD_FAILED = "Failed to load the conversation";

const UnavailableView = late(
  "unavailable",
  async () => (await import("~/app/features/conversation/unavailable")).UnavailableView,
);

export const handle: ShellHandle = { fullHeight: true };

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMeta({ title: page?.kind === "readable" ? page.conversation.partner.name : "Conversation" });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const conversationId = params.conversationId ?? "";
  const isWhole = new URL(request.url).searchParams.has("all");
  const page = await readConversationPage(context, viewer, { conversationId, isWhole });
  const answer = {
    ...page,
    conversationId,
    viewer: { id: viewer.memberId, name: viewer.user.name },
  };
  return data(answer, { status: page.kind === "missing" || page.kind === "left" ? 404 : 200 });
}

const FORMS = {
  send: sendMessageSchema,
  block: z.object({ newcomers_away: z.string() }),
  unblock: z.object({}),
  report: reportSchema
    .omit({ conversation_id: true })
    .extend({ also_block: z.string().optional(), newcomers_away: z.string().optional() }),
  answer: answerSchema.extend({ level: z.string() }),
  seal: addressSchema,
  unseal: z.object({}),
};

const KEEP_AWAY = { newcomers_away: true };

export async function action(args: ActionFunctionArgs) {
  const { request, context, params } = args;
  const { deps } = context;
  const { viewer } = await requireSession(request, context);
  const form = await readForm(request, FORMS);
  const { fields } = form;
  const of = { conversationId: params.conversationId ?? "" };
  const { pathname } = new URL(request.url);
  try {
    switch (form.intent) {
      // Only a page without scripts sends this form. The sender has seen the page, so the partner's messages count as
      // read. The redirect keeps a reload from sending the form again.
      case "send":
        await sendMessage(deps, viewer, { ...of, ...parseInput(FORMS.send, fields) });
        await markConversationRead(deps, viewer, of);
        return redirect(pathname);
      case "block": {
        await countUse(deps, viewer, "blocks");
        const { user_id: userId, name } = (await findPartner(deps, viewer, of)).partner;
        await blockMember(deps, viewer, { userId });
        if (fields.newcomers_away) await updateProfile(deps, viewer, KEEP_AWAY);
        const message = `You have blocked ${isolate(name)}.`;
        return redirectWithToast("/conversations", message);
      }
      case "unblock": {
        await countUse(deps, viewer, "blocks");
        const { user_id: userId } = (await findPartner(deps, viewer, of)).partner;
        const { message } = await unblockMember(deps, viewer, { userId });
        return redirectWithToast(pathname, message);
      }
      case "report":
        return await report(args, viewer, { ...of, fields });
      case "answer": {
        const answer = parseInput(FORMS.answer, fields);
        const { theirs } = await answerQuestion(deps, viewer, { ...of, ...answer });
        return stayWithToast(
          request,
          theirs === null
            ? "Your answer is kept. It opens when both of you have answered."
            : "Both answers are open now.",
        );
      }
      case "seal": {
        const line = { ...of, ...parseInput(FORMS.seal, fields) };
        return stayWithToast(request, (await leaveAddress(deps, viewer, line)).message);
      }
      case "unseal":
        return stayWithToast(request, (await withdrawAddress(deps, viewer, of)).message);
    }
  } catch (error) {
    return refuse(form, toRefusal(error, CONVERSATION_FAILED[form.intent], args));
  }
}

/** A partner who has left can be reported too. */
async function report(
  { request, context: { deps } }: ActionFunctionArgs,
  viewer: Viewer,
  { conversationId, fields }: { conversationId: string; fields: Fields },
) {
  const { also_block, newcomers_away, ...value } = parseInput(FORMS.report, fields);
  // Counted first, so that a request above the limit for blocks doesn't store the report either.
  if (also_block) await countUse(deps, viewer, "blocks");
  const hasLeft = await canReportLeft(deps, viewer, { conversationId });
  const partner = hasLeft ? null : (await findPartner(deps, viewer, { conversationId })).partner;
  const { message } = await (partner
    ? reportMember(deps, viewer, {
        userId: partner.user_id,
        ...value,
        conversation_id: conversationId,
      })
    : reportLeftConversation(deps, viewer, { ...value, conversationId }));
  if (newcomers_away) await updateProfile(deps, viewer, KEEP_AWAY);
  if (!also_block || !partner) return stayWithToast(request, message);
  await blockMember(deps, viewer, { userId: partner.user_id });
  const both = `${message} You have blocked ${isolate(partner.name)}.`;
  return redirectWithToast("/conversations", both);
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function ConversationPage() {
  const page = useLoaderData<typeof loader>();
  const owner = { memberId: page.viewer.id, conversationId: page.conversationId };
  if (page.kind !== "readable")
    return <UnavailableView key={page.conversationId} owner={owner} page={page} />;
  // The key has the member's id, so that nothing of this member stays on screen if another member signs in.
  return <ConversationView key={`${page.viewer.id}:${page.conversation.id}`} {...page} />;
}

export function ErrorBoundary() {
  return (
    <LoadFailure
      heading="Conversation"
      message={LOAD_FAILED}
      back={{ to: "/conversations", label: "Back to Conversations" }}
    />
  );
}
