import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "~/app/components/use-hydrated";
import { readStored, removeStored, writeStored } from "~/app/lib/browser-storage";
import type { ThreadItem } from "~/app/messaging/merge";
import type { ShownQuestion } from "~/core/shared/contract";

/** So close to the end that new messages may move the list along. */
const NEAR_END_PX = 96;
/** Distance of a target from the list's upper edge. */
const HEADROOM_PX = 12;

interface Anchor {
  element: HTMLElement;
  /** Its distance from the top of the list, as the reader saw it last. */
  top: number;
}

/** Place at which the list opens: a message, and its distance from the top, if known. */
interface Place {
  key: string;
  top: number | null;
}

export interface ReadingPlace {
  ref: RefObject<HTMLDivElement>;
  isAtEnd: boolean;
  /** Messages that the partner has sent since the reader left the end. */
  newBelow: number;
  toEnd: () => void;
}

interface ReadingPlaceInput {
  items: readonly ThreadItem[];
  viewerId: string;
  conversationId: string;
  /** The key of the first message that was unread when the page came; null when all were read. */
  firstUnread: string | null;
  /** The questions: one that is revealed stands among the messages. */
  questions: readonly ShownQuestion[];
  /** Loads messages before the first one; null if there are none. */
  loadOlder: (() => unknown) | null;
}

/**
 * Keeps the reader's place. The list is a reversed column, so it begins and stays at its end by itself,
 * before scripts run too. It opens at the first unread message if that is above the window, else at the place that the
 * reader left in this tab. For a reader who has scrolled up, the message in sight does not move, whatever comes in
 * above or below; one's own new message leads to the end.
 */
export function useReadingPlace(input: ReadingPlaceInput): ReadingPlace {
  const { items, viewerId, conversationId, firstUnread, questions, loadOlder } = input;
  const ref = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  /** Place at which the reader left the list, until its message is loaded or they scroll. */
  const wanted = useRef<Place | null>(null);
  /** Count of messages when more were asked for: once per page, even if none comes. */
  const askedAt = useRef(0);
  const isAtEndNow = useRef(true);
  const lastItem = items.at(-1);
  const lastKey = useRef(lastItem?.key);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [seenKey, setSeenKey] = useState(lastItem?.key);

  const look = useCallback(() => {
    const list = ref.current;
    if (!list) return;
    // In a reversed column 0 is the end, and what lies above is negative.
    isAtEndNow.current = list.scrollTop > -NEAR_END_PX;
    setIsAtEnd(isAtEndNow.current);
    anchor.current = isAtEndNow.current ? null : findAnchor(list);
    keepPlace(conversationId, anchor.current);
  }, [conversationId]);

  const toEnd = useCallback(() => {
    ref.current?.scrollTo({ top: 0 });
    look();
  }, [look]);

  // Before the effect below, which would lead to the end.
  useBrowserLayoutEffect(() => {
    const list = ref.current;
    if (!list) return;
    const place = firstUnread ? { key: firstUnread, top: null } : readPlace(conversationId);
    const element = place && findMessage(list, place.key);
    if (!element) {
      wanted.current = place;
      return;
    }
    // The line over the first unread message comes into sight with it.
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

  useBrowserLayoutEffect(() => {
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
      list.scrollTop = 0;
      const last = isNew ? findMessage(list, lastItem.key) : null;
      // A message taller than the window shows its beginning, not its end.
      const start = last ? distance(last, list) : 0;
      if (last && start < 0) list.scrollTop += start - HEADROOM_PX;
    } else if (anchor.current?.element.isConnected) {
      const { element, top } = anchor.current;
      list.scrollTop += distance(element, list) - top;
    }
    look();
  }, [items, questions, viewerId, look]);

  // While rendering, so that the button never counts what is in sight.
  if (isAtEnd && seenKey !== lastItem?.key) setSeenKey(lastItem?.key);
  const seenAt = items.findIndex((item) => item.key === seenKey);
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

/** The first message in sight. */
function findAnchor(list: HTMLElement): Anchor | null {
  for (const element of list.querySelectorAll<HTMLElement>("[data-message]")) {
    const top = distance(element, list);
    if (top + element.offsetHeight > 0) return { element, top };
  }
  return null;
}

const placeKey = (conversationId: string) => `place:${conversationId}`;

/** Remembered while the tab lives, for the way back from the partner's profile. Null is the end. */
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
