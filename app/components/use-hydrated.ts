import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/**
 * False on the server and in the first pass of hydration, true from then on. Used for parts that
 * need scripts, or that would differ between the server's and the reader's clock or zone.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
