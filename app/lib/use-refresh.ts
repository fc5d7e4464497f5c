import { useNavigation, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";

/**
 * Asks for the page's data anew. What is asked for while the page is being loaded happens when that is over,
 * once, however often it was asked for: asking again at once would break off the answer that is coming in, of
 * which Remix complains in the console.
 */
export function useRefresh(): () => void {
  const revalidator = useRevalidator();
  const navigation = useNavigation();
  const isIdle = revalidator.state === "idle" && navigation.state === "idle";
  const { revalidate } = revalidator;
  const isWanted = useRef(false);
  const mayAsk = useRef(isIdle);

  const ask = useCallback(() => {
    isWanted.current = !mayAsk.current;
    if (!mayAsk.current) return;
    mayAsk.current = false;
    revalidate();
  }, [revalidate]);

  // After every rendering: a load may begin and end between two of them.
  useEffect(() => {
    mayAsk.current = isIdle;
    if (isIdle && isWanted.current) ask();
  });

  return ask;
}
