import ArrowDown from "lucide-react/icons/arrow-down";
import { Button } from "~/app/components/button";
import { useHydrated } from "~/app/components/use-hydrated";
import { formatDay, isSameDay, type Zone } from "~/app/lib/local-words";
import type { ThreadItem } from "~/app/messaging/merge";
import { MS_PER_MINUTE } from "~/core/shared/constants";
import { MessageItem } from "./message-item";
import type { ReadingPlace } from "./use-reading-place";

/** Messages of one sender that follow each other this closely share one time. */
const TOGETHER_MS = 5 * MS_PER_MINUTE;

interface MessageListProps {
  items: readonly ThreadItem[];
  viewerId: string;
  partnerName: string;
  /** Milliseconds since 1970. */
  now: number;
  place: ReadingPlace;
  hasOlder: boolean;
  isLoadingOlder: boolean;
  onOlder: () => void;
  /** Nothing is sent for now. */
  isWaiting: boolean;
  onRetry: (clientId: string) => void;
  onDiscard: (clientId: string) => void;
}

/** The messages under the names of their days. */
export function MessageList(props: MessageListProps) {
  const { items, place } = props;
  const zone: Zone = useHydrated() ? "local" : "utc";
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={place.ref}
        role="log"
        aria-label={`Messages with ${props.partnerName}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain outline-offset-[-3px] [scrollbar-gutter:stable_both-edges]"
      >
        <div className="mx-auto flex w-full max-w-3xl grow flex-col justify-end px-4 pt-4 pb-6 sm:px-6">
          {props.hasOlder ? <Older {...props} /> : null}
          {items.length === 0 ? (
            <p className="m-auto py-12 text-center font-serif text-2xl text-ink-soft italic">
              No messages yet. Say hello!
            </p>
          ) : (
            <Days {...props} zone={zone} />
          )}
        </div>
      </div>
      {place.hasNewBelow ? (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <button
            type="button"
            onClick={place.toEnd}
            className="pointer-events-auto inline-flex min-h-11 animate-rise items-center gap-2 rounded-full bg-accent px-5 font-semibold text-on-accent text-sm shadow-lift hover:bg-accent-strong"
          >
            <ArrowDown aria-hidden className="size-4" />
            New messages
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** A form, so that it works with scripts off: the whole history comes then. */
function Older({ isLoadingOlder, onOlder }: MessageListProps) {
  return (
    <form
      method="get"
      className="mb-2 flex justify-center"
      onSubmit={(event) => {
        event.preventDefault();
        onOlder();
      }}
    >
      <input type="hidden" name="all" value="1" />
      <Button type="submit" variant="quiet" size="sm" pending={isLoadingOlder}>
        Earlier messages
      </Button>
    </form>
  );
}

function Days({ items, zone, ...props }: MessageListProps & { zone: Zone }) {
  const lastOwn = items.findLast((item) => item.delivery === "sent" || item.delivery === "read");
  return groupByDay(items, zone).map((day) => (
    <section key={day.key} className="flex flex-col">
      <h2 className="kicker mt-6 flex items-center gap-4 text-ink-muted before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule first:mt-2">
        {formatDay(day.instant, props.now, zone)}
      </h2>
      {day.items.map((item, index) => (
        <MessageItem
          key={item.key}
          item={item}
          zone={zone}
          isOwn={item.message.sender_id === props.viewerId}
          isFirst={!isTogether(day.items[index - 1], item)}
          isLast={!isTogether(item, day.items[index + 1])}
          showsState={item === lastOwn || item.delivery === "pending"}
          isWaiting={props.isWaiting}
          onRetry={props.onRetry}
          onDiscard={props.onDiscard}
        />
      ))}
    </section>
  ));
}

function groupByDay(items: readonly ThreadItem[], zone: Zone) {
  const days: { key: string; instant: string; items: ThreadItem[] }[] = [];
  for (const item of items) {
    const instant = item.message.created_at;
    const last = days.at(-1);
    if (last && isSameDay(last.instant, instant, zone)) last.items.push(item);
    else days.push({ key: item.key, instant, items: [item] });
  }
  return days;
}

function isTogether(one: ThreadItem | undefined, next: ThreadItem | undefined): boolean {
  if (!one || !next || one.message.sender_id !== next.message.sender_id) return false;
  const apart = Date.parse(next.message.created_at) - Date.parse(one.message.created_at);
  return Math.abs(apart) < TOGETHER_MS;
}
