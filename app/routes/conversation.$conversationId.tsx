import { late } from "~/app/components/late";
import { LoadFailure } from "~/app/components/load-failure";
import { actOnConversation } from "~/app/features/conversation/conversation-actions.server";
import {
  answerOffline,
  CONVERSATION_FIELDS,
} from "~/app/features/conversation/conversation-answer";
import { ConversationView } from "~/app/features/conversation/conversation-view";
import { readConversationPage } from "~/app/features/conversation/read-conversation-page.server";
import type { ShellHandle } from "~/app/features/shell/types";
import { useLoaderData } from "~/app/framework";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "~/app/framework.server";
import { submitForm } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { requireSession } from "~/app/lib/session.server";

const LOAD_FAILED = "Failed to load conversations";

const loadUnavailable = () => import("~/app/features/conversation/unavailable");
const BlockedView = late("blocked", async () => (await loadUnavailable()).BlockedView);
const MissingView = late("missing", async () => (await loadUnavailable()).MissingView);

/** A full-height column: the list scrolls, the composer stays. */
export const handle: ShellHandle = { fullHeight: true };

export const meta: MetaFunction<typeof loader> = ({ data: page }) =>
  pageMeta({ title: page?.kind === "readable" ? page.conversation.partner.name : "Conversation" });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { viewer, user } = await requireSession(request, context);
  const conversationId = params.conversationId ?? "";
  const isWhole = new URL(request.url).searchParams.has("all");
  const page = await readConversationPage(context, viewer, { conversationId, isWhole });
  const answer = { ...page, viewer: { id: viewer.memberId, name: user.name } };
  return data(answer, { status: page.kind === "missing" ? 404 : 200 });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const conversationId = params.conversationId ?? "";
  const form = await readFields(request, CONVERSATION_FIELDS);
  return actOnConversation({ request, context, viewer, conversationId, form });
}

export const clientAction = submitForm(answerOffline);

export default function ConversationPage() {
  const page = useLoaderData<typeof loader>();
  if (page.kind === "missing") return <MissingView />;
  if (page.kind === "blocked")
    return <BlockedView key={page.conversation.id} {...page.conversation} />;
  // Another member may have signed in on this browser: nothing of the one before stays.
  return <ConversationView key={`${page.viewer.id}:${page.conversation.id}`} {...page} />;
}

export function ErrorBoundary() {
  return <LoadFailure heading="Conversation" message={LOAD_FAILED} />;
}
