import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { late } from "~/app/components/late";
import { LoadFailure } from "~/app/components/load-failure";
import { ConversationView } from "~/app/features/conversation/conversation-view";
import { CONVERSATION_FORMS } from "~/app/features/conversation/forms";
import { conversationAction } from "~/app/features/conversation/forms.server";
import { readConversationPage } from "~/app/features/conversation/read-conversation-page.server";
import type { ShellHandle } from "~/app/features/shell/types";
import { submitForms } from "~/app/lib/forms";
import { pageMeta } from "~/app/lib/page-meta";
import { requireSession } from "~/app/lib/session.server";

const LOAD_FAILED = "Failed to load the conversation";

const loadUnavailable = () => import("~/app/features/conversation/unavailable");
const BlockedView = late("blocked", async () => (await loadUnavailable()).BlockedView);
const LeftView = late("left", async () => (await loadUnavailable()).LeftView);
const MissingView = late("missing", async () => (await loadUnavailable()).MissingView);

/** The page is a full-height column: the list scrolls, the composer stays visible. */
export const handle: ShellHandle = { fullHeight: true };

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMeta({ title: page?.kind === "readable" ? page.conversation.partner.name : "Conversation" });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { viewer, user } = await requireSession(request, context);
  const conversationId = params.conversationId ?? "";
  const isWhole = new URL(request.url).searchParams.has("all");
  const page = await readConversationPage(context, viewer, { conversationId, isWhole });
  const answer = { ...page, conversationId, viewer: { id: viewer.memberId, name: user.name } };
  return data(answer, { status: page.kind === "missing" || page.kind === "left" ? 404 : 200 });
}

export const action = conversationAction;

export const clientAction = submitForms(CONVERSATION_FORMS);

export default function ConversationPage() {
  const page = useLoaderData<typeof loader>();
  const owner = { memberId: page.viewer.id, conversationId: page.conversationId };
  if (page.kind === "missing") return <MissingView owner={owner} />;
  if (page.kind === "left") return <LeftView owner={owner} />;
  if (page.kind === "blocked")
    return <BlockedView key={page.conversation.id} owner={owner} {...page.conversation} />;
  // The key has the member's id, so that nothing stays on screen if another member signs in on this browser.
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
