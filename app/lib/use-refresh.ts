import { useFetchers, useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect } from "react";

/** React can delay or skip a requested load. After this time another load can be requested. */
const UNSEEN_MS = 2_000;

// Shared by all components, because only one load runs at a time.
let isBusy = false;
let isWanted = false;
let askedAt = Number.NEGATIVE_INFINITY;

const mayAsk = () => !isBusy && performance.now() - askedAt > UNSEEN_MS;

/**
 * Returns a function that loads the page's data again. Calls during a load lead to one more load after it, because a
 * second load would cancel the first, and Remix would log that.
 */
export function useRefresh(): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const isSending = useFetchers().some(({ formMethod }) => formMethod !== undefined);
  const isIdle = state === "idle" && navigation.state === "idle";

  const ask = useCallback(() => {
    isWanted = !mayAsk();
    if (isWanted) return;
    askedAt = performance.now();
    revalidate();
  }, [revalidate]);

  // No dependency list, because a load can begin and end between two renderings, which then see the same state.
  useEffect(() => {
    isBusy = !isIdle || isSending;
    // The data of a load can be older than a form that is sent during the load.
    if (isSending && state === "loading") isWanted = true;
    // A load or a form is under way, so the next request needn't wait for `UNSEEN_MS`.
    if (isBusy) askedAt = Number.NEGATIVE_INFINITY;
    if (isWanted && mayAsk()) ask();
  });

  return ask;
}
