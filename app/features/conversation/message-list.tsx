import { Fragment, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { ArrowDown } from "~/app/components/icons";
import { late } from "~/app/components/late";
import { useRegionStyle } from "~/app/components/local-time";
import { SkipLink } from "~/app/components/skip-link";
import { useHydrated } from "~/app/components/use-hydrated";
import { dayNumber, formatDay, type Zone } from "~/app/lib/format-local";
import type { ConversationLive, LiveSnapshot } from "~/app/messaging/live";
import type { ThreadItem } from "~/app/messaging/thread";
import { MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";
import type { ShownQuestion } from "~/core/shared/contract";
import { isolate } from "~/core/shared/isolate";
import { listQuotes } from "~/core/shared/quote";
import { FIELD_ID } from "./composer";
import { isStored, MessageItem } from "./message-item";
import { AnsweredQuestion } from "./questions";
import { useMessageMenu } from "./use-message-menu";
import type { ReadingPlace } from "./use-reading-place";
import type { RequestFinder } from "./use-request-finder";

const MessageMenu = late("message-menu", async () => (await import("./message-menu")).MessageMenu);

/** The largest gap between two messages of one group. */
const TOGETHER_MS = 5 * MS_PER_MINUTE;

interface MessageListProps {
  live: ConversationLive;
  snapshot: LiveSnapshot;
  viewerId: string;
  partnerName: string;
  now: number;
  /** Milliseconds since 1970. Messages that are newer are animated. */
  openedAt: number;
  /** The key of the first message that was unread when the page was loaded. */
  firstUnread: string | null;
  place: ReadingPlace;
  isOpen: boolean;
  questions: readonly ShownQuestion[];
  asksForMoneyOrCode: RequestFinder | null;
  onReply: ((content: string) => void) | null;
  onReport: (messageId: string) => void;
  opening: ReactNode;
  end: ReactNode;
}

export function MessageList(props: MessageListProps) {
  const { snapshot, place } = props;
  const { isLoadingOlder } = snapshot;
  const entries = placeQuestions(snapshot, props.questions);
  const zone: Zone = useHydrated() ? "local" : "utc";
  const isPrepending = useLingering(isLoadingOlder);
  const { menu, close, handlers } = useMessageMenu();
  const chosen = menu && snapshot.items.find(({ key }) => key === menu.key);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col overflow-clip tiny:h-[60dvh] tiny:min-h-28 tiny:flex-none">
      {props.isOpen ? <SkipLink to={`#${FIELD_ID}`}>Skip to your message</SkipLink> : null}
      <div
        ref={place.ref}
        role="log"
        aria-label={`Messages with ${isolate(props.partnerName)}`}
        {...handlers}
        // Earlier messages are not news, so screen readers must not read them aloud.
        aria-live={isPrepending ? "off" : "polite"}
        aria-busy={isLoadingOlder}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
        tabIndex={0}
        // `useReadingPlace` corrects the scroll position. Scroll anchoring would correct it a second time.
        className={cx(
          "flex min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-pb-[2.25rem] [overflow-anchor:none] outline-offset-[-3px] [scrollbar-gutter:stable_both-edges]",
          entries.length === 0 ? "flex-col" : "flex-col-reverse",
        )}
      >
        <div className="mx-auto flex w-full max-w-3xl grow flex-col justify-end px-4 pt-4 pb-[2.25rem] sm:px-6">
          {snapshot.hasOlder ? <Older {...props} /> : props.opening}
          {entries.length === 0 ? (
            <p className="m-auto py-8 text-center font-serif text-2xl text-ink-soft italic">
              {props.isOpen ? "No messages yet. Say hello!" : "Nobody wrote that day."}
            </p>
          ) : (
            <Days {...props} {...{ entries, zone }} openKey={menu?.key ?? null} />
          )}
          {props.end}
        </div>
      </div>
      <TypingNote name={props.partnerName} isTyping={snapshot.isPartnerTyping} />
      {place.isAtEnd ? null : <ToEnd {...place} />}
      {menu && chosen ? (
        <MessageMenu
          menu={menu}
          message={chosen.message}
          isOwn={chosen.message.sender_id === props.viewerId}
          onReply={props.onReply}
          onReport={props.onReport}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** Stays true for one second after `isOn` ends, because the loaded messages appear a moment later. */
function useLingering(isOn: boolean): boolean {
  const [lingers, setLingers] = useState(false);
  useEffect(() => {
    if (isOn) return setLingers(true);
    const timer = setTimeout(() => setLingers(false), MS_PER_SECOND);
    return () => clearTimeout(timer);
  }, [isOn]);
  return isOn || lingers;
}

function ToEnd({ newBelow, toEnd }: ReadingPlace) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 mx-auto flex w-full max-w-3xl justify-end px-4 sm:px-6">
      <button
        type="button"
        onClick={toEnd}
        aria-label={newBelow === 0 ? "Go to the latest message" : undefined}
        className={
          newBelow === 0
            ? "pointer-events-auto inline-flex size-11 animate-fade items-center justify-center rounded-full border border-rule-strong bg-paper-raised text-ink shadow-lift hover:border-ink"
            : "pointer-events-auto mx-auto inline-flex min-h-11 animate-rise items-center gap-2 rounded-full bg-accent px-5 font-semibold text-on-accent text-sm shadow-lift hover:bg-accent-strong"
        }
      >
        <ArrowDown aria-hidden className="size-4" />
        {newBelow === 0 ? null : (
          <>
            New messages
            <span className="tabular-nums opacity-80">{newBelow}</span>
          </>
        )}
      </button>
    </div>
  );
}

/** Covers the list's lower edge, so nothing moves when it appears. */
function TypingNote({ name, isTyping }: { name: string; isTyping: boolean }) {
  const saidAt = useRef(Number.NEGATIVE_INFINITY);
  const [isSaid, setIsSaid] = useState(false);
  useEffect(() => {
    const now = Date.now();
    // Screen readers announce typing only if the previous typing began more than a minute ago.
    setIsSaid(isTyping && now - saidAt.current > MS_PER_MINUTE);
    if (isTyping) saidAt.current = now;
  }, [isTyping]);
  return (
    <div className="pointer-events-none absolute inset-x-4 bottom-0 mx-auto max-w-3xl bg-linear-to-t from-55% from-paper to-transparent pt-4">
      <p
        aria-live={isSaid ? "polite" : "off"}
        className="h-[1.5rem] font-serif text-ink-muted text-sm italic sm:px-6"
      >
        {isTyping ? (
          <>
            <bdi>{name}</bdi> is typing…
            <span
              aria-hidden
              className="ms-1.5 inline-flex gap-[3px] [&>*]:size-[5px] [&>*]:rounded-full [&>*]:bg-accent"
            >
              <span className="drop" />
              <span className="drop [animation-delay:150ms]" />
              <span className="drop [animation-delay:300ms]" />
            </span>
          </>
        ) : null}
      </p>
    </div>
  );
}

/** Without scripts, this form loads the whole history. */
function Older({ live, snapshot, place: { ref: list } }: MessageListProps) {
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  useEffect(() => {
    if (!form.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && live.loadOlder(),
      { root: list.current, rootMargin: "100% 0px 0px 0px" },
    );
    observer.observe(form.current);
    return () => observer.disconnect();
  }, [live, list]);
  return (
    <form
      ref={form}
      method="get"
      className="mb-2 flex justify-center"
      onSubmit={(event) => {
        event.preventDefault();
        void live.loadOlder();
      }}
    >
      <input type="hidden" name="all" value="1" />
      {/* With scripts, scrolling loads earlier messages, so Tab skips this button. */}
      <Button
        type="submit"
        variant="quiet"
        size="sm"
        pending={snapshot.isLoadingOlder}
        tabIndex={isHydrated ? -1 : undefined}
      >
        Earlier messages
      </Button>
    </form>
  );
}

type Entry = ThreadItem | ShownQuestion;

const instantOf = (entry: Entry): string =>
  "level" in entry ? (entry.revealed_at ?? "") : entry.message.created_at;

/** Leaves out questions that were revealed before the first loaded message. */
function placeQuestions(
  { items, hasOlder }: LiveSnapshot,
  questions: readonly ShownQuestion[],
): Entry[] {
  const entries: Entry[] = [...items];
  for (const question of questions) {
    if (question.revealed_at === null) continue;
    const at = Date.parse(question.revealed_at);
    const after = entries.findIndex((entry) => Date.parse(instantOf(entry)) > at);
    if (after !== 0 || !hasOlder) {
      entries.splice(after === -1 ? entries.length : after, 0, question);
    }
  }
  return entries;
}

interface DaysProps extends MessageListProps {
  entries: readonly Entry[];
  openKey: string | null;
  zone: Zone;
}

function Days({ live, snapshot, entries, zone, firstUnread, openKey, ...props }: DaysProps) {
  const { items, connection } = snapshot;
  const [timed, setTimed] = useState<string | null>(null);
  const style = useRegionStyle();
  const lastOwn = items.findLast((item) => item.delivery !== "received");
  const lastStored = items.findLast(isStored);
  const said = useMemo(() => listQuotes(items.map(({ message }) => message.content)), [items]);
  return groupByDay(entries, zone).map((day) => (
    // The key is the date, not the index, because earlier days can be added at the top.
    <section key={day.number} className="flex flex-col">
      <Rule>{formatDay(day.instant, props.now, zone, style)}</Rule>
      {day.entries.map((item, index) => {
        if ("level" in item) {
          return <AnsweredQuestion key={item.level} question={item} {...props} />;
        }
        const isUnreadStart = item.key === firstUnread;
        return (
          <Fragment key={item.key}>
            {isUnreadStart ? <Rule isAccent>New</Rule> : null}
            <MessageItem
              item={item}
              zone={zone}
              isOwn={item.message.sender_id === props.viewerId}
              isFirst={isUnreadStart || !isTogether(day.entries[index - 1], item)}
              isLast={!isTogether(item, day.entries[index + 1])}
              isFresh={Date.parse(item.message.created_at) > props.openedAt}
              showsState={item === lastOwn}
              isWaiting={connection === "offline" || connection === "reconnecting"}
              showsTime={item.key === timed}
              onToggleTime={() => setTimed(item.key === timed ? null : item.key)}
              asksForMoneyOrCode={props.asksForMoneyOrCode}
              said={said}
              onReport={() => props.onReport(item.message.message_id)}
              isMenuOpen={item.key === openKey}
              isTabStop={item === lastStored}
              live={live}
            />
          </Fragment>
        );
      })}
    </section>
  ));
}

function Rule({ isAccent = false, children }: { isAccent?: boolean; children: ReactNode }) {
  return (
    <h2
      className={cx(
        "kicker mt-6 flex items-center gap-4 before:h-px before:flex-1 after:h-px after:flex-1 first:mt-2",
        isAccent
          ? "text-accent before:bg-accent after:bg-accent"
          : "text-ink-muted before:bg-rule after:bg-rule",
      )}
    >
      {children}
    </h2>
  );
}

function groupByDay(entries: readonly Entry[], zone: Zone) {
  const days: { number: number; instant: string; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const instant = instantOf(entry);
    const number = dayNumber(instant, zone);
    const last = days.at(-1);
    if (last?.number === number) last.entries.push(entry);
    else days.push({ number, instant, entries: [entry] });
  }
  return days;
}

function isTogether(one: Entry | undefined, next: Entry | undefined): boolean {
  if (!one || !next || "level" in one || "level" in next) return false;
  if (one.message.sender_id !== next.message.sender_id) return false;
  const apart = Date.parse(next.message.created_at) - Date.parse(one.message.created_at);
  return Math.abs(apart) < TOGETHER_MS;
}
