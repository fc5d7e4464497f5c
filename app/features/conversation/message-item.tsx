import { type MouseEvent, type ReactNode, useMemo } from "react";
import { cx } from "~/app/components/cx";
import { CircleAlert, Clock3, EllipsisVertical } from "~/app/components/icons";
import { formatTimeOfDay, type Zone } from "~/app/lib/format-local";
import type { ConversationLive } from "~/app/messaging/live";
import type { ThreadItem } from "~/app/messaging/thread";
import { isolate } from "~/core/shared/isolate";
import { splitSaid } from "~/core/shared/quote";
import { isFewEmoji, isLetter, MessageText } from "./message-text";
import type { RequestFinder } from "./use-request-finder";

interface MessageItemProps {
  item: ThreadItem;
  isOwn: boolean;
  zone: Zone;
  /** A group is consecutive messages by one sender. The last message of a group shows the time. */
  isFirst: boolean;
  isLast: boolean;
  isFresh: boolean;
  showsState: boolean;
  isWaiting: boolean;
  showsTime: boolean;
  onToggleTime: () => void;
  isMenuOpen: boolean;
  isTabStop: boolean;
  asksForMoneyOrCode: RequestFinder | null;
  /** All quotations with which a message of this conversation can begin. */
  said: ReadonlySet<string>;
  onReport: () => void;
  live: ConversationLive;
}

const LOOKS = {
  own: "border border-ink bg-ink text-paper selection:bg-paper selection:text-ink",
  theirs: "border border-rule bg-paper-raised text-ink",
  failed: "border border-accent bg-accent-wash text-ink",
  letter:
    "border border-rule bg-paper-raised px-5 py-4 font-serif text-lg text-ink sm:px-7 sm:py-6",
  emoji: "text-[2.5rem] leading-tight",
};

export function MessageItem(props: MessageItemProps) {
  const { item, isOwn, zone, isFirst, isLast } = props;
  const { message, delivery } = item;
  const { content } = message;
  const { asksForMoneyOrCode, said } = props;
  const isRequest = useMemo(
    () => !isOwn && asksForMoneyOrCode?.(splitSaid(content, said).words) === true,
    [isOwn, asksForMoneyOrCode, content, said],
  );
  const time = formatTimeOfDay(message.created_at, zone);
  const look = delivery === "failed" ? "failed" : shapeOf(content, isOwn);
  const hasLine = isLast || props.showsState || delivery === "failed";
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the accessible name already has the time that a click shows.
    <article
      onClick={(event) => isPlainTap(event) && props.onToggleTime()}
      aria-label={`${isOwn ? "You" : isolate(message.sender_name)}, ${time}`}
      data-message={item.key}
      className={cx(
        "group flex max-w-[min(34rem,86%)] flex-col gap-1",
        isOwn ? "items-end self-end" : "items-start self-start",
        isFirst ? "mt-4" : "mt-1",
        props.isFresh && "animate-rise",
      )}
    >
      <div
        className={cx(
          "relative rounded-lg leading-relaxed",
          look !== "letter" && look !== "emoji" && "px-4 py-2.5",
          LOOKS[look],
          look === "letter" && isOwn && "border-e-4 border-e-ink",
          isOwn && isLast && "rounded-ee-sm",
          !isOwn && isLast && "rounded-es-sm",
          delivery === "pending" && "pe-9 opacity-75",
          // A long press opens the menu, so it must not select text.
          "pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]",
        )}
      >
        <MessageText text={message.content} said={said} />
        {delivery === "pending" ? <Waiting isWaiting={props.isWaiting} /> : null}
        {hasLine ? null : <Gutter {...props} time={time} />}
        {zone === "local" && isStored(item) ? <More {...props} /> : null}
      </div>
      {hasLine ? (
        <div className="flex flex-wrap items-center gap-x-2 px-1 text-ink-muted text-xs tabular-nums">
          <time dateTime={message.created_at}>{time}</time>
          {isOwn && (props.showsState || delivery === "failed") ? <State {...props} /> : null}
        </div>
      ) : null}
      {isRequest ? <RequestNote onReport={props.onReport} /> : null}
    </article>
  );
}

function shapeOf(content: string, isOwn: boolean) {
  if (isLetter(content)) return "letter";
  if (isFewEmoji(content)) return "emoji";
  return isOwn ? "own" : "theirs";
}

function RequestNote({ onReport }: Pick<MessageItemProps, "onReport">) {
  return (
    <p className="px-1 text-ink-soft text-sm leading-snug">
      Money and codes are best kept to yourself here, however good the reason.
      <MessageAction onClick={onReport}>Report</MessageAction>
    </p>
  );
}

export const isStored = ({ delivery }: ThreadItem) =>
  delivery !== "pending" && delivery !== "failed";

function More({ isOwn, isMenuOpen, isTabStop, showsTime }: MessageItemProps) {
  return (
    <button
      type="button"
      data-more
      aria-label="Message actions"
      aria-haspopup="menu"
      aria-expanded={isMenuOpen}
      tabIndex={isTabStop ? 0 : -1}
      className={cx(
        "-top-4 absolute z-10 inline-flex size-8 items-center justify-center rounded-full border border-rule-strong bg-paper text-ink transition-opacity hover:border-ink focus-visible:opacity-100 sm:group-hover:opacity-100 [&>svg]:size-4",
        isOwn ? "-start-4" : "-end-4",
        isMenuOpen || showsTime ? "opacity-100" : "opacity-0",
      )}
    >
      <EllipsisVertical aria-hidden />
    </button>
  );
}

function isPlainTap({ target }: MouseEvent): boolean {
  return !(target as Element).closest("a, button") && getSelection()?.isCollapsed !== false;
}

/** A mark in the bubble's corner takes no room, so the list does not move when it disappears. */
function Waiting({ isWaiting }: { isWaiting: boolean }) {
  return (
    <span className="absolute end-2.5 bottom-2.5 [&>svg]:size-3.5">
      <Clock3 aria-hidden />
      <span className="sr-only">{isWaiting ? "Waiting to send" : "Sending…"}</span>
    </span>
  );
}

/** Positioned absolutely, so nothing moves when the time appears. */
function Gutter({ item, isOwn, showsTime, time }: MessageItemProps & { time: string }) {
  return (
    <time
      dateTime={item.message.created_at}
      className={cx(
        "pointer-events-none absolute bottom-0 whitespace-nowrap px-2 py-1 text-ink-muted text-xs tabular-nums transition-opacity max-sm:-bottom-2.5 max-sm:z-10 max-sm:rounded-full max-sm:border max-sm:border-rule-strong max-sm:bg-paper max-sm:py-0",
        showsTime ? "opacity-100" : "opacity-0 noscript:opacity-100 sm:group-hover:opacity-100",
        isOwn ? "max-sm:end-3 sm:end-full" : "max-sm:start-3 sm:start-full",
      )}
    >
      {time}
    </time>
  );
}

function State({ item: { message, delivery, reason }, live }: MessageItemProps) {
  const clientId = message.client_id ?? "";
  if (delivery === "pending") return null;
  if (delivery === "failed") {
    return (
      <>
        <span className="inline-flex items-center gap-1 font-medium text-accent [&>svg]:size-3.5">
          <CircleAlert aria-hidden />
          Not sent{reason ? `. ${reason}` : ""}
        </span>
        <MessageAction onClick={() => live.outbox.retry(clientId)}>Retry</MessageAction>
        <MessageAction onClick={() => live.outbox.discard(clientId)}>Discard</MessageAction>
      </>
    );
  }
  return (
    <span className="inline-flex items-center gap-1 [&>svg]:size-3.5">
      <Ticks isDouble={delivery === "read"} />
      {delivery === "read" ? "Read" : "Sent"}
    </span>
  );
}

function Ticks({ isDouble }: { isDouble: boolean }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path pathLength="1" className="drawn" d="M3 12l4 5L17 6" />
      {isDouble ? <path pathLength="1" className="drawn" d="M11 15l2 2L22 7" /> : null}
    </svg>
  );
}

function MessageAction({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="-my-2 inline-flex min-h-11 items-center px-2 font-semibold text-ink underline decoration-accent underline-offset-4 hover:text-accent"
    >
      {children}
    </button>
  );
}
