import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import type { ThreadItem } from "~/app/messaging/thread";
import type { ShownQuestion } from "~/core/shared/contract";

/** Within this distance from the end, new messages scroll the list. */
const NEAR_END_PX = 96;
/** Distance between the list's upper edge and a message to which the list scrolls. */
const HEADROOM_PX = 12;

interface Anchor {
  element: HTMLElement;
  /** The element's distance from the top of the list at the last scroll, in px. */
  top: number;
}

interface Place {
  key: string;
  top: number | null;
}

export type ReadingPlace = ReturnType<typeof useReadingPlace>;

interface ReadingPlaceInput {
  items: readonly ThreadItem[];
  viewerId: string;
  conversationId: string;
  firstUnread: string | null;
  /** A revealed question appears between messages and moves them. */
  questions: readonly ShownQuestion[];
  /** Null if there are no earlier messages. */
  loadOlder: (() => unknown) | null;
}

/**
 * The list is a reversed column, so without scripts it starts and stays at its end. With scripts, it opens at the first
 * unread message, or at its end if that message is visible there. If no message is unread, the list opens where the
 * reader left it in this tab. After the reader has scrolled, the visible message does not move when others are added.
 */
export function useReadingPlace(input: ReadingPlaceInput) {
  const { items, viewerId, conversationId, firstUnread, questions, loadOlder } = input;
  const ref = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  /** The place to scroll to as soon as its message is loaded. Null again if the reader scrolls before that. */
  const wanted = useRef<Place | null>(null);
  /**
   * The number of messages at the last request for earlier ones. Until the number changes, no further request is sent.
   */
  const askedAt = useRef(0);
  const isAtEndNow = useRef(true);
  const lastItem = items.at(-1);
  const lastKey = useRef(lastItem?.key);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [seenKey, setSeenKey] = useState(lastItem?.key);

  const look = useCallback(() => {
    const list = ref.current;
    if (!list) return;
    isAtEndNow.current = list.scrollTop > -NEAR_END_PX;
    setIsAtEnd(isAtEndNow.current);
    anchor.current = isAtEndNow.current ? null : findAnchor(list);
    keepPlace(conversationId, anchor.current);
  }, [conversationId]);

  function toEnd() {
    ref.current?.scrollTo({ top: 0 });
    look();
  }

  // Runs before the effect below, which would scroll to the end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is found once, when the page is shown.
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    if (list.scrollTop !== 0) {
      look();
      return;
    }
    const place = firstUnread ? { key: firstUnread, top: null } : readPlace(conversationId);
    const element = place && findMessage(list, place.key);
    if (!element) {
      wanted.current = place;
      return;
    }
    // The element before the first unread message is the line 'New', which must be visible too.
    const start = place.top === null ? (element.previousElementSibling ?? element) : element;
    const isAbove = distance(start, list) < HEADROOM_PX;
    if (place.top === null && !isAbove) return;
    list.scrollTop += distance(start, list) - (place.top ?? HEADROOM_PX);
    look();
  }, []);

  useEffect(() => {
    const list = ref.current;
    let frame = 0;
    const onScroll = () => {
      wanted.current = null;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    list?.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      list?.removeEventListener("scroll", onScroll);
    };
  }, [look]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new items and questions are the reason to look at the list again.
  useLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    const isNew = lastItem !== undefined && lastItem.key !== lastKey.current;
    lastKey.current = lastItem?.key;
    const place = wanted.current;
    const element = place && findMessage(list, place.key);
    if (place && !element && loadOlder) {
      if (askedAt.current !== items.length) loadOlder();
      askedAt.current = items.length;
      return;
    }
    wanted.current = null;
    if (place && element) {
      list.scrollTop += distance(element, list) - (place.top ?? HEADROOM_PX);
    } else if (isNew && lastItem.message.sender_id === viewerId) {
      list.scrollTop = 0;
    } else if (isAtEndNow.current) {
      // Position 0 is the end of the reversed column. An empty list isn't reversed: its positions are above 0 and must
      // stay.
      list.scrollTop = Math.max(list.scrollTop, 0);
      const last = isNew ? findMessage(list, lastItem.key) : null;
      // A message taller than the window is shown from its beginning.
      const start = last ? distance(last, list) : 0;
      if (last && start < 0) list.scrollTop += start - HEADROOM_PX;
    } else if (anchor.current?.element.isConnected) {
      const { element, top } = anchor.current;
      list.scrollTop += distance(element, list) - top;
    }
    look();
  }, [items, questions, viewerId, look]);

  // Set during render, not in an effect, so that the button for new messages never counts visible ones.
  if (isAtEnd && seenKey !== lastItem?.key) setSeenKey(lastItem?.key);
  const seenAt = items.findIndex((item) => item.key === seenKey);
  /** Messages that the partner has sent since the reader left the end. */
  const newBelow = isAtEnd
    ? 0
    : items.slice(seenAt + 1).filter((item) => item.delivery === "received").length;

  return { ref, isAtEnd, newBelow, toEnd };
}

function distance(element: Element, list: HTMLElement): number {
  return element.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

function findMessage(list: HTMLElement, key: string): HTMLElement | null {
  return list.querySelector<HTMLElement>(`[data-message="${CSS.escape(key)}"]`);
}

function findAnchor(list: HTMLElement): Anchor | null {
  for (const element of list.querySelectorAll<HTMLElement>("[data-message]")) {
    const top = distance(element, list);
    if (top + element.offsetHeight > 0) return { element, top };
  }
  return null;
}

const placeKey = (conversationId: string) => `place:${conversationId}`;

/** @param anchor null for the end of the list */
function keepPlace(conversationId: string, anchor: Anchor | null): void {
  const key = placeKey(conversationId);
  if (!anchor) removeStored("sessionStorage", key);
  else {
    const { element, top } = anchor;
    writeStored("sessionStorage", key, `${Math.round(top)} ${element.dataset.message}`);
  }
}

function readPlace(conversationId: string): Place | null {
  const stored = readStored("sessionStorage", placeKey(conversationId)) ?? "";
  const [, top, key] = /^(-?\d+) (.+)$/s.exec(stored) ?? [];
  return key ? { key, top: Number(top) } : null;
}
