import { useFetcher } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button, LinkButton } from "~/app/components/button";
import { EmptyState } from "~/app/components/empty-state";
import { FormError } from "~/app/components/form-banner";
import { ClosedDoorPicture } from "~/app/components/illustrations/closed-door";
import { LostPicture } from "~/app/components/illustrations/lost";
import { useHydrated } from "~/app/components/use-hydrated";
import { NextWords } from "~/app/features/pairing/absence-words";
import { InlineNotices } from "~/app/features/shell/inline-notices";
import { type FormAnswer, useForm } from "~/app/lib/form";
import { takeLostFocus } from "~/app/lib/use-focus-after";
import type { OutboxOwner } from "~/app/messaging/storage";
import { readDrawState } from "~/core/shared/draw-state";
import { dayWords } from "~/core/shared/draw-words";
import { ERRORS } from "~/core/shared/errors";
import { isolate } from "~/core/shared/isolate";
import { CONVERSATION_FAILED } from "./forms";
import type { ConversationPage } from "./read-conversation-page.server";
import { UnsentWords } from "./unsent-words";
import { Dialogs, useDialog } from "./use-dialog";

interface UnavailableProps {
  owner: OutboxOwner;
  title: string;
  picture?: ReactNode;
  /** The partner's name in the report dialog; null if there is no one to report. */
  reported: string | null;
  ways?: ReactNode;
  children?: ReactNode;
}

function Unavailable({ owner, title, picture, reported, ways, children }: UnavailableProps) {
  const { dialog, open, close } = useDialog();
  // The notice takes the focus if it replaces a conversation on screen, but not on a freshly loaded page.
  const replaces = useRef(useHydrated());
  useEffect(() => {
    if (replaces.current) takeLostFocus(document.querySelector("main h1"));
  }, []);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto py-8">
      <EmptyState
        as="h1"
        picture={picture ?? <ClosedDoorPicture />}
        title={title}
        className="m-auto"
      >
        {children}
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/conversations">Back to Conversations</LinkButton>
          {ways}
          {reported === null ? null : (
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
          )}
        </div>
      </EmptyState>
      <div className="mx-auto w-full max-w-3xl px-4">
        <UnsentWords owner={owner} />
        <InlineNotices />
      </div>
      {reported === null ? null : (
        <Dialogs dialog={dialog} onClose={close} partnerName={reported} canBlock={false} />
      )}
    </div>
  );
}

interface UnavailableViewProps {
  owner: OutboxOwner;
  page: Exclude<ConversationPage, { kind: "readable" }>;
}

export function UnavailableView({ owner, page }: UnavailableViewProps) {
  if (page.kind === "missing") {
    const title = ERRORS.conversation_not_found.message;
    return <Unavailable {...{ owner, title }} picture={<LostPicture />} reported={null} />;
  }
  if (page.kind === "left") {
    const title = "This member has left. You can still report what they wrote.";
    return <Unavailable {...{ owner, title }} reported="this member" />;
  }
  const { name, blockedByYou, draw, now } = page;
  const state = readDrawState(draw, now);
  const words = blockedByYou ? ERRORS.blocked_by_you : ERRORS.blocked_by_partner;
  return (
    <Unavailable
      owner={owner}
      title="Conversation Unavailable"
      reported={name}
      ways={blockedByYou ? <Unblock name={name} /> : null}
    >
      <p>{words.message}</p>
      {state.today.is === "ended_early" ? (
        <p>
          {dayWords(state)} <NextWords {...{ state, now }} />
        </p>
      ) : null}
    </Unavailable>
  );
}

function Unblock({ name }: { name: string }) {
  const fetcher = useFetcher<FormAnswer>();
  const offline = CONVERSATION_FAILED.unblock;
  const form = useForm({ intent: "unblock", offline, fetcher, notifies: true });
  return (
    <fetcher.Form {...form.props} action="." className="contents">
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
