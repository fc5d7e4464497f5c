import { useNavigate } from "@remix-run/react";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { late } from "~/app/components/late";
import { useToast } from "~/app/components/toast";
import { askGlance } from "~/app/features/shell/ask-glance";
import { InlineNotices } from "~/app/features/shell/inline-notices";
import { useReportUnread } from "~/app/features/shell/unread";
import { useForm } from "~/app/lib/form";
import { useNow } from "~/app/lib/use-now";
import { usePoll } from "~/app/lib/use-poll";
import { useRefresh } from "~/app/lib/use-refresh";
import { BROWSER } from "~/app/messaging/browser";
import { ConversationLive, type LiveOptions, type LiveSnapshot } from "~/app/messaging/live";
import { isUnread, type ThreadItem, type ThreadViewer } from "~/app/messaging/thread";
import {
  ADDRESS_REMINDER_MS,
  EXPIRY_REDIRECT_GRACE_MS,
  MS_PER_HOUR,
  POLL_INTERVAL_MS,
} from "~/core/shared/constants";
import { remainingFraction } from "~/core/shared/countdown";
import { Composer, type ComposerHandle } from "./composer";
import { ConnectionNote, putInWords } from "./connection-note";
import { ConversationHeader } from "./conversation-header";
import { DayLine, Ended } from "./ending";
import { CONVERSATION_FAILED } from "./forms";
import { MessageList } from "./message-list";
import { notifyOfMessage } from "./notify-of-message";
import { Opening } from "./opening";
import {
  isAnswerAwaited,
  QuestionBar,
  QuestionLine,
  SealedAnswers,
  useRevealInSight,
} from "./questions";
import type { ReadableConversation } from "./read-conversation-page.server";
import { SealedAddress } from "./sealed-address";
import { Dialogs, useDialog } from "./use-dialog";
import { useReadingPlace } from "./use-reading-place";
import { useRequestFinder } from "./use-request-finder";

const NotificationPrompt = late(
  "notification-prompt",
  async () => (await import("./notification-prompt")).NotificationPrompt,
);

/** For this long, a message that suggests another app gets a second look (docs/rules.md#second-look). */
const EARLY_MS = 6 * MS_PER_HOUR;

type ConversationViewProps = ReadableConversation & { viewer: ThreadViewer };

export function ConversationView(props: ConversationViewProps) {
  const { conversation, viewer, questions } = props;
  const { id: conversationId, partner } = conversation;
  const day = useDay(props);
  const { isOpen, now, expiresAt } = day;
  const { live, snapshot } = useLive(isOpen, {
    ...props,
    conversationId,
    onStale: day.refresh,
    onMessage: (message) => void notifyOfMessage(conversationId, message).catch(() => {}),
  });
  const { items } = snapshot;
  const [firstUnread] = useState(() => items.find(isUnread)?.key ?? null);
  const reading = useReadingPlace({
    items,
    viewerId: viewer.id,
    conversationId,
    firstUnread,
    questions,
    loadOlder: snapshot.hasOlder ? () => live.loadOlder() : null,
  });
  useMarkRead(live, snapshot, reading.isAtEnd);
  useReportUnread(isOpen ? snapshot.unread : day.wasOpen ? 0 : null);

  const [openedAt] = useState(props.now);
  const composer = useRef<ComposerHandle>(null);
  useFailures(live, items, composer);
  const { dialog, messageId, open, close } = useDialog();
  const received = items.flatMap((one) => (one.delivery === "received" ? one.message : []));
  const hasOwn = received.length < items.length;
  const isPartnerHere = useIsPartnerHere(props, snapshot, isOpen);
  const isBeginning = isOpen && !hasOwn && !snapshot.hasOlder;
  const drafts = useRef(new Map<number, string>());
  const question = { questions, partnerName: partner.name, drafts };
  const isLate = day.remaining <= ADDRESS_REMINDER_MS;
  const address = { addresses: props.addresses, partnerName: partner.name, isOpen, expiresAt };
  const isAsked = !isBeginning && isAnswerAwaited(questions);
  useRevealInSight(questions);
  const asksForMoneyOrCode = useRequestFinder(received.length > 0);

  return (
    <div className="flex min-h-0 flex-1 flex-col tiny:flex-none">
      <ConversationHeader
        {...{ conversationId, partner, isOpen, now }}
        isPartnerHere={isOpen && snapshot.isPartnerHere}
        place={props.place}
        aheadOfUtc={isOpen ? (props.hours?.aheadOfUtc ?? null) : null}
        remaining={day.remaining}
        onDialog={open}
      />
      <DayLine
        fraction={isOpen ? remainingFraction(expiresAt, now) : 0}
        remaining={isOpen ? day.remaining : 0}
      />
      <InlineNotices />
      {isOpen && isAsked ? <QuestionBar {...question} /> : null}
      <MessageList
        {...{ live, snapshot, now, openedAt, firstUnread, isOpen, asksForMoneyOrCode }}
        onReply={isOpen ? (content) => composer.current?.reply(content) : null}
        onReport={(id) => open("report", id)}
        viewerId={viewer.id}
        partnerName={partner.name}
        place={reading}
        questions={questions}
        opening={
          <Opening
            {...props}
            {...{ partner, now, isOpen, isPartnerHere, expiresAt }}
            starters={isOpen && !hasOwn ? props.starters : []}
            onStarter={(text) => composer.current?.suggest(text)}
            question={isOpen && !isAsked ? <QuestionLine {...question} /> : null}
            address={isOpen && !isLate ? <SealedAddress {...address} /> : null}
          />
        }
        end={
          isOpen ? null : (
            <>
              <SealedAnswers {...question} />
              <SealedAddress {...address} />
            </>
          )
        }
      />
      <Foot
        {...props}
        {...{ live, snapshot, day, composer }}
        address={isOpen && isLate ? <SealedAddress {...address} /> : null}
      />
      <Dialogs
        dialog={dialog}
        onClose={close}
        partnerName={partner.name}
        message={received.find((message) => message.message_id === messageId)}
      />
    </div>
  );
}

function useDay({ conversation, now: renderedAt }: ReadableConversation) {
  const expiresAt = Date.parse(conversation.expiryDate);
  const now = useNow(renderedAt, expiresAt);
  const isOpen = conversation.isOpen && now < expiresAt;
  const [wasOpen] = useState(isOpen);
  const navigate = useNavigate();
  useEffect(() => {
    // A page that was rendered after the end shows the history, and must not redirect.
    if (!wasOpen) return;
    const timer = setInterval(() => {
      if (Date.now() - expiresAt > EXPIRY_REDIRECT_GRACE_MS) {
        navigate("/conversations?expired=true", { replace: true });
      }
    }, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [expiresAt, wasOpen, navigate]);
  const refresh = useRefresh();
  useEffect(() => {
    if (wasOpen && !isOpen) refresh();
  }, [wasOpen, isOpen, refresh]);
  return { expiresAt, now, remaining: expiresAt - now, isOpen, wasOpen, refresh };
}

function useLive(isOpen: boolean, options: LiveOptions) {
  const { messages, questions } = options;
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [live] = useState(
    () =>
      new ConversationLive(BROWSER, {
        ...options,
        onStale: () => latest.current.onStale(),
        onMessage: (message) => latest.current.onMessage(message),
      }),
  );
  const snapshot = useSyncExternalStore(live.subscribe, live.getSnapshot, live.getSnapshot);
  useEffect(() => live.start(), [live]);
  // Runs after every answer of the loader, even if `isOpen` is the same, because `setOpen` repeats a refused join.
  useEffect(() => {
    live.mergeLoaded({ messages, questions });
    live.setOpen(isOpen);
  }, [live, isOpen, messages, questions]);
  return { live, snapshot };
}

/** Polls until the partner has opened the conversation. */
function useIsPartnerHere(
  props: ReadableConversation,
  { items, isPartnerTyping, isPartnerHere }: LiveSnapshot,
  isOpen: boolean,
): boolean {
  const [hasCome, setCome] = useState(props.isPartnerHere);
  const isSeen = items.some(({ delivery }) => delivery === "received" || delivery === "read");
  if (!hasCome && (isSeen || isPartnerTyping || isPartnerHere)) setCome(true);
  usePoll(() => {
    if (!isOpen || hasCome) return;
    void askGlance().then(
      (glance) => glance?.isPartnerHere && setCome(true),
      () => {},
    );
  }, POLL_INTERVAL_MS);
  return hasCome;
}

interface FootProps extends ConversationViewProps {
  live: ConversationLive;
  snapshot: LiveSnapshot;
  day: ReturnType<typeof useDay>;
  composer: RefObject<ComposerHandle>;
  /** The card of the sealed address; null until the end of the day is near. */
  address: ReactNode;
}

/** At most one note is above the field: second look, connection, sealed address, or offer of notifications. */
function Foot(props: FootProps) {
  const { conversation, viewer, formKey, live, snapshot, day, composer } = props;
  const { id: conversationId, partner } = conversation;
  const { items, connection } = snapshot;
  const [hasWritten, setHasWritten] = useState(false);
  const sentCount = items.filter(
    ({ delivery }) => delivery === "sent" || delivery === "read",
  ).length;
  const sent = useForm({ intent: "send", offline: CONVERSATION_FAILED.send });
  const owner = { memberId: viewer.id, conversationId };
  const beganAt = items[0] ? Date.parse(items[0].message.created_at) : day.now;
  const waiting = items.filter((item) => item.delivery === "pending").length;
  const words = snapshot.sendNote ?? putInWords(connection, waiting);
  const offer =
    props.address ??
    (hasWritten && sentCount > 1 ? <NotificationPrompt name={partner.name} /> : null);
  return (
    <footer className="group/foot border-rule border-t bg-paper pt-2.5 pb-[max(12px,env(safe-area-inset-bottom))] short:pt-1.5 short:pb-[max(6px,env(safe-area-inset-bottom))]">
      {day.isOpen ? (
        <>
          <ConnectionNote {...{ connection, words }} />
          {words || !offer ? null : (
            <div className="mx-auto mb-2 max-w-3xl px-3 group-has-[#second-look:not(:empty),[data-quote]]/foot:hidden sm:px-6">
              {offer}
            </div>
          )}
          <Composer
            ref={composer}
            formKey={formKey}
            initialText={sent.typed("content") ?? ""}
            error={Object.values(sent.errors)[0] ?? null}
            owner={owner}
            isEarly={day.now - beganAt < EARLY_MS}
            onTyping={() => live.typing()}
            onSend={(content, clientId) => {
              live.outbox.add(content, clientId);
              setHasWritten(true);
            }}
          />
        </>
      ) : (
        <Ended
          owner={owner}
          lines={snapshot.hasOlder ? null : items.length}
          isJustOver={day.wasOpen}
          endedAt={day.expiresAt}
          draw={props.draw}
          now={day.now}
        />
      )}
    </footer>
  );
}

function useMarkRead(live: ConversationLive, snapshot: LiveSnapshot, isAtEnd: boolean) {
  const { unread, connection } = snapshot;
  // Runs again when the connection changes, because marking can fail while there is no connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the connection is a trigger, not an input.
  useEffect(() => {
    const mark = () => {
      if (unread > 0 && isAtEnd && document.visibilityState === "visible") void live.markRead();
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [live, unread, connection, isAtEnd]);
}

/** Puts the text of a refused message back into the field, unless the field has other text. */
function useFailures(
  live: ConversationLive,
  items: readonly ThreadItem[],
  composer: RefObject<ComposerHandle>,
) {
  const toast = useToast();
  useEffect(() => {
    const entry = live.outbox.takeOwnFailure();
    if (entry) {
      toast({ type: "error", message: entry.reason ?? CONVERSATION_FAILED.send });
      if (composer.current?.restore(entry.content, entry.client_id)) {
        live.outbox.discard(entry.client_id);
      }
    }
    composer.current?.forget((clientId) =>
      items.some(
        ({ message, delivery }) =>
          message.client_id === clientId && (delivery === "sent" || delivery === "read"),
      ),
    );
  }, [live, items, composer, toast]);
}
