import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useBrowserLayoutEffect } from "~/app/components/use-hydrated";
import type { ThreadItem } from "~/app/messaging/merge";

/** So close to the end that new messages may move the list along. */
const NEAR_END_PX = 96;

interface Anchor {
  element: HTMLElement;
  /** Its distance from the top of the list, as the reader saw it last. */
  top: number;
}

export interface ReadingPlace {
  ref: RefObject<HTMLDivElement>;
  isAtEnd: boolean;
  /** The partner has written since the reader left the end. */
  hasNewBelow: boolean;
  toEnd: () => void;
}

/**
 * Keeps the reader's place. The list is a reversed column, so it begins and stays at its end by itself,
 * before scripts run too. Whoever has scrolled up keeps the message before their eyes where it is,
 * whatever comes in above or below; one's own new message leads to the end.
 */
export function useReadingPlace(items: readonly ThreadItem[], viewerId: string): ReadingPlace {
  const ref = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
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
  }, []);

  const toEnd = useCallback(() => {
    ref.current?.scrollTo({ top: 0 });
    look();
  }, [look]);

  useEffect(() => {
    const list = ref.current;
    let frame = 0;
    const onScroll = () => {
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
    const isOwnNew = lastItem?.key !== lastKey.current && lastItem?.message.sender_id === viewerId;
    lastKey.current = lastItem?.key;
    if (isOwnNew || isAtEndNow.current) {
      list.scrollTop = 0;
    } else if (anchor.current?.element.isConnected) {
      const { element, top } = anchor.current;
      list.scrollTop += distance(element, list) - top;
    }
    look();
  }, [items, viewerId, look]);

  // While rendering, so that the pill never shows for what is in sight.
  if (isAtEnd && seenKey !== lastItem?.key) setSeenKey(lastItem?.key);
  const seenAt = items.findIndex((item) => item.key === seenKey);
  const hasNewBelow =
    !isAtEnd && items.slice(seenAt + 1).some((item) => item.delivery === "received");

  return { ref, isAtEnd, hasNewBelow, toEnd };
}

function distance(element: HTMLElement, list: HTMLElement): number {
  return element.getBoundingClientRect().top - list.getBoundingClientRect().top;
}

/** The first message in sight. */
function findAnchor(list: HTMLElement): Anchor | null {
  for (const element of list.querySelectorAll<HTMLElement>("[data-message]")) {
    const top = distance(element, list);
    if (top + element.offsetHeight > 0) return { element, top };
  }
  return null;
}
