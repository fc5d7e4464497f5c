import { useFetcher, useLocation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button, LinkButton } from "~/app/components/button";
import { EmptyState } from "~/app/components/empty-state";
import { FormError } from "~/app/components/form-banner";
import { ClosedDoorPicture } from "~/app/components/illustrations/closed-door";
import { LostPicture } from "~/app/components/illustrations/lost";
import { useHydrated } from "~/app/components/use-hydrated";
import { NextWords } from "~/app/features/pairing/next-words";
import { InlineNotices } from "~/app/features/shell/inline-notices";
import { type FormAnswer, useForm } from "~/app/lib/form";
import { takeLostFocus } from "~/app/lib/use-focus-after";
import type { OutboxOwner } from "~/app/messaging/storage";
import type { PartnerDto } from "~/core/shared/contract";
import { type DrawFacts, readDrawState } from "~/core/shared/draw-state";
import { dayWords } from "~/core/shared/draw-words";
import { ERRORS } from "~/core/shared/errors";
import { isolate } from "~/core/shared/isolate";
import { CONVERSATION_FAILED } from "./forms";
import { UnsentWords } from "./unsent-words";
import { Dialogs, useDialog } from "./use-dialog";

/** Takes the focus if it was in the conversation that this part replaces. A page that was just loaded has lost none. */
function Frame({ children }: { children: ReactNode }) {
  const replaces = useRef(useHydrated());
  useEffect(() => {
    if (replaces.current) takeLostFocus(document.querySelector("main h1"));
  }, []);
  return <div className="flex min-h-0 flex-1 flex-col overflow-y-auto py-8">{children}</div>;
}

/** Shown if a conversation does not exist, or is not one of the member's. */
export function MissingView({ owner }: { owner: OutboxOwner }) {
  return (
    <Frame>
      <EmptyState
        as="h1"
        picture={<LostPicture />}
        title={ERRORS.conversation_not_found.message}
        className="m-auto"
      >
        <LinkButton to="/conversations">Back to Conversations</LinkButton>
      </EmptyState>
      <Notices owner={owner} />
    </Frame>
  );
}

/** The member's unsent text, and the notices of the page. */
function Notices({ owner }: { owner: OutboxOwner }) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4">
      <UnsentWords owner={owner} />
      <InlineNotices />
    </div>
  );
}

/** Shown if the partner has deleted the account, while they can still be reported. */
export function LeftView({ owner }: { owner: OutboxOwner }) {
  const { dialog, open, close } = useDialog();
  const { pathname } = useLocation();
  return (
    <Frame>
      <EmptyState
        as="h1"
        picture={<ClosedDoorPicture />}
        title="This member has left. You can still report what they wrote."
        className="m-auto"
      >
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/conversations">Back to Conversations</LinkButton>
          <ReportLink open={open} />
        </div>
      </EmptyState>
      <Notices owner={owner} />
      <Dialogs
        dialog={dialog}
        onClose={close}
        partnerName="this member"
        path={pathname}
        canBlock={false}
      />
    </Frame>
  );
}

function ReportLink({ open }: { open: (name: "report") => void }) {
  return (
    <LinkButton
      to="?dialog=report"
      variant="quiet"
      onClick={(event) => {
        event.preventDefault();
        open("report");
      }}
    >
      Report User
    </LinkButton>
  );
}

interface BlockedViewProps {
  owner: OutboxOwner;
  partner: Pick<PartnerDto, "name">;
  blockedByYou: boolean;
  draw: DrawFacts;
  /** Milliseconds since 1970. */
  now: number;
}

/** Shown if one of the two has blocked the other (docs/rules.md#screens). */
export function BlockedView({ owner, partner, blockedByYou, draw, now }: BlockedViewProps) {
  const { dialog, open, close } = useDialog();
  const { pathname } = useLocation();
  const state = readDrawState(draw, now);
  const words = blockedByYou ? ERRORS.blocked_by_you : ERRORS.blocked_by_partner;
  return (
    <Frame>
      <EmptyState
        as="h1"
        picture={<ClosedDoorPicture />}
        title="Conversation Unavailable"
        className="m-auto"
      >
        <p>{words.message}</p>
        {state.today.is === "ended_early" ? (
          <p>
            {dayWords(state)} <NextWords {...{ state, now }} />
          </p>
        ) : null}
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/conversations">Back to Conversations</LinkButton>
          {blockedByYou ? <Unblock path={pathname} name={partner.name} /> : null}
          <ReportLink open={open} />
        </div>
      </EmptyState>
      <Notices owner={owner} />
      <Dialogs
        dialog={dialog}
        onClose={close}
        partnerName={partner.name}
        path={pathname}
        canBlock={false}
      />
    </Frame>
  );
}

function Unblock({ path, name }: { path: string; name: string }) {
  const fetcher = useFetcher<FormAnswer>();
  const offline = CONVERSATION_FAILED.unblock;
  const form = useForm({ intent: "unblock", offline, fetcher, notifies: true });
  return (
    <fetcher.Form {...form.props} action={path} className="contents">
      <input type="hidden" name="intent" value="unblock" />
      <Button
        type="submit"
        variant="secondary"
        pending={form.isBusy}
        aria-label={`Unblock ${isolate(name)}`}
      >
        Unblock
      </Button>
      {fetcher.data ? null : <FormError error={form.errors[""]} />}
    </fetcher.Form>
  );
}
