import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { data } from "@remix-run/cloudflare";
import { Await, Link, useLoaderData, useLocation } from "@remix-run/react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { LinkButton } from "~/app/components/button";
import { EmptyState, ErrorBox } from "~/app/components/empty-state";
import { ArrowLeft } from "~/app/components/icons";
import { LostPicture } from "~/app/components/illustrations/lost";
import { LoadingNote } from "~/app/components/spinner";
import { useToast } from "~/app/components/toast";
import { useHydrated } from "~/app/components/use-hydrated";
import {
  OpeningConversation,
  useIsOpeningConversation,
} from "~/app/features/conversation/opening-conversation";
import { type NamedProfile, PublicProfile } from "~/app/features/profile/public-profile";
import { pageMeta } from "~/app/lib/page-meta";
import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import { isScriptNavigation } from "~/app/lib/script-navigation";
import { requireSession } from "~/app/lib/session.server";
import type { Viewer } from "~/core/accounts/viewer";
import { getPublicProfile } from "~/core/profile/service";
import { ERRORS } from "~/core/shared/errors";
import { nameLanguages } from "~/core/shared/languages";

const LOAD_FAILED = "Failed to load user profile";

export const meta: MetaFunction = () => pageMeta({ title: "Profile" });

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const finding = findProfile({ request, context }, viewer, params.userId ?? "");
  const openedFrom = findConversationInReferer(request);
  if (isScriptNavigation(request)) return { found: finding, openedFrom };
  const found = await finding;
  return data({ found, openedFrom }, { status: found.status });
}

type FoundProfile =
  | { profile: NamedProfile; error: null; status: number }
  | { profile: null; error: string; status: number };

async function findProfile(args: RouteArgs, viewer: Viewer, userId: string): Promise<FoundProfile> {
  try {
    const profile = await getPublicProfile(args.context.deps, viewer, { userId });
    const languages = nameLanguages(profile.shared_languages);
    return { profile: { ...profile, languages }, error: null, status: 200 };
  } catch (error) {
    const { message, status } = toRefusal(error, LOAD_FAILED, args);
    return { profile: null, error: message, status };
  }
}

interface UserPageData {
  found: FoundProfile | Promise<FoundProfile>;
  /** The conversation whose page linked to this profile. */
  openedFrom: string | null;
}

export default function UserPage() {
  const { found } = useLoaderData<UserPageData>();
  if (useIsOpeningConversation()) return <OpeningConversation />;
  return (
    <Suspense fallback={<Loading />}>
      <Await resolve={found} errorElement={<Failure message={LOAD_FAILED} />}>
        {(known) => <Found found={known} />}
      </Await>
    </Suspense>
  );
}

function Loading() {
  return (
    <Frame>
      <h1 tabIndex={-1} className="sr-only">
        Profile
      </h1>
      <LoadingNote>Loading profile...</LoadingNote>
    </Frame>
  );
}

function Found({ found: { profile, error } }: { found: FoundProfile }) {
  if (!profile) {
    if (error === ERRORS.profile_not_found.message) return <NotFound title={error} />;
    return <Failure message={error ?? LOAD_FAILED} />;
  }
  return (
    <Frame>
      <BackLink />
      <PublicProfile profile={profile} />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return <div className="page-width flex max-w-3xl flex-col gap-8 py-8 sm:py-12">{children}</div>;
}

function BackLink() {
  const { state } = useLocation();
  // Kept from the first load, because the `Referer` of a later request is this page itself.
  const [openedFrom] = useState(useLoaderData<UserPageData>().openedFrom);
  // The server does not know the router's state, so the first render can't use it.
  const hydrated = useHydrated();
  const conversationId = (hydrated ? findConversationInState(state) : null) ?? openedFrom;
  return (
    <Link
      to={conversationId ? `/conversation/${conversationId}` : "/conversations"}
      className="-ms-1 inline-flex min-h-11 items-center gap-2 self-start px-1 font-medium text-ink-soft hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {conversationId ? "Back to conversation" : "Back to Conversations"}
    </Link>
  );
}

function BackToConversations() {
  return <LinkButton to="/conversations">Back to Conversations</LinkButton>;
}

function NotFound({ title }: { title: string }) {
  return (
    <Frame>
      <EmptyState as="h1" title={title} picture={<LostPicture />}>
        <p>This member is not here, or is not yours to see.</p>
        <BackToConversations />
      </EmptyState>
    </Frame>
  );
}

function Failure({ message }: { message: string }) {
  const toast = useToast();
  useEffect(() => toast({ type: "error", message }), [toast, message]);
  return (
    <Frame>
      <h1 tabIndex={-1} className="text-title">
        Profile
      </h1>
      <ErrorBox message={message}>
        <BackToConversations />
      </ErrorBox>
    </Frame>
  );
}

export function ErrorBoundary() {
  return <Failure message={LOAD_FAILED} />;
}

const ID = /^[\w-]{1,64}$/;
const PATH = /^\/conversation\/([^/]+)$/;

function findConversationInState(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("conversationId" in state)) return null;
  return asId(state.conversationId);
}

/** Used when the browser itself requests the page, because the router has no state then. */
function findConversationInReferer(request: Request): string | null {
  const referer = request.headers.get("referer");
  if (!referer || !URL.canParse(referer)) return null;
  const { origin, pathname } = new URL(referer);
  return origin === new URL(request.url).origin ? asId(PATH.exec(pathname)?.[1]) : null;
}

function asId(value: unknown): string | null {
  return typeof value === "string" && ID.test(value) ? value : null;
}
