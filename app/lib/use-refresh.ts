import { useCallback, useEffect } from "react";
import { useNavigation, useRevalidator } from "~/app/framework";

/** Time that a load that was asked for may go unseen: React may be late to render it, or pass over it. */
const UNSEEN_MS = 2_000;

// Whether the page in the browser is loading: there is one load at a time, whatever starts it.
let isBusy = false;
let isWanted = false;
let askedAt = Number.NEGATIVE_INFINITY;

const mayAsk = () => !isBusy && performance.now() - askedAt > UNSEEN_MS;

/**
 * Asks for the page's data again. What is asked for while the page is being loaded happens when that is over,
 * once, however often and wherever it was asked for: asking again immediately would break off the answer that is
 * coming in, of which Remix complains in the console.
 */
export function useRefresh(): () => void {
  const { revalidate, state } = useRevalidator();
  const navigation = useNavigation();
  const isIdle = state === "idle" && navigation.state === "idle";

  const ask = useCallback(() => {
    isWanted = !mayAsk();
    if (isWanted) return;
    askedAt = performance.now();
    revalidate();
  }, [revalidate]);

  // After every rendering: a load may begin and end between two of them.
  useEffect(() => {
    isBusy = !isIdle;
    // A load that was seen to begin is also seen to end.
    if (isBusy) askedAt = Number.NEGATIVE_INFINITY;
    if (isWanted && mayAsk()) ask();
  });

  return ask;
}
