import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock3 from "lucide-react/icons/clock-3";
import type { ReactNode } from "react";
import { cx } from "~/app/components/cx";
import { formatTimeOfDay, type Zone } from "~/app/lib/local-words";
import type { ThreadItem } from "~/app/messaging/merge";
import { MessageText } from "./message-text";

interface MessageItemProps {
  item: ThreadItem;
  isOwn: boolean;
  zone: Zone;
  /** The first of several by the same sender in a row. */
  isFirst: boolean;
  /** The last of them: it bears the time. */
  isLast: boolean;
  /** Whether its state is told: the newest own one, and whatever is not sent. */
  showsState: boolean;
  isWaiting: boolean;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}

const LOOKS = {
  own: "border border-ink bg-ink text-paper selection:bg-paper selection:text-ink",
  theirs: "border border-rule bg-paper-raised text-ink",
  failed: "border border-accent bg-accent-wash text-ink",
};

/** One message: theirs on a sheet of paper, one's own in ink. */
export function MessageItem(props: MessageItemProps) {
  const { item, isOwn, zone, isFirst, isLast } = props;
  const { message, delivery } = item;
  const time = formatTimeOfDay(message.created_at, zone);
  return (
    <article
      aria-label={`${message.sender_name}, ${time}`}
      data-message={item.key}
      className={cx(
        "flex max-w-[min(34rem,86%)] flex-col gap-1",
        isOwn ? "items-end self-end" : "items-start self-start",
        isFirst ? "mt-4" : "mt-1",
      )}
    >
      <div
        className={cx(
          "rounded-lg px-4 py-2.5 leading-relaxed",
          LOOKS[delivery === "failed" ? "failed" : isOwn ? "own" : "theirs"],
          isOwn && isLast && "rounded-br-sm",
          !isOwn && isLast && "rounded-bl-sm",
          delivery === "pending" && "opacity-75",
        )}
      >
        <MessageText text={message.content} />
      </div>
      {isLast || props.showsState || delivery === "failed" ? (
        <div className="flex flex-wrap items-center gap-x-2 px-1 text-ink-muted text-xs tabular-nums">
          <time dateTime={message.created_at}>{time}</time>
          {isOwn && (props.showsState || delivery === "failed") ? <State {...props} /> : null}
        </div>
      ) : null}
    </article>
  );
}

function State({ item, isWaiting, onRetry, onDiscard }: MessageItemProps) {
  switch (item.delivery) {
    case "pending":
      return (
        <Mark icon={<Clock3 aria-hidden />}>{isWaiting ? "Waiting to send" : "Sending…"}</Mark>
      );
    case "sent":
      return <Mark icon={<Check aria-hidden />}>Sent</Mark>;
    case "read":
      return <Mark icon={<CheckCheck aria-hidden />}>Read</Mark>;
    case "failed":
      return (
        <>
          <span className="inline-flex items-center gap-1 font-medium text-accent [&>svg]:size-3.5">
            <CircleAlert aria-hidden />
            Not sent{item.reason ? `. ${item.reason}` : ""}
          </span>
          <Deed onClick={() => onRetry(item.message.client_id ?? "")}>Retry</Deed>
          <Deed onClick={() => onDiscard(item.message.client_id ?? "")}>Discard</Deed>
        </>
      );
    default:
      return null;
  }
}

function Mark({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 [&>svg]:size-3.5">
      {icon}
      {children}
    </span>
  );
}

function Deed({ onClick, children }: { onClick: () => void; children: ReactNode }) {
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
