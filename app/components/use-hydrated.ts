import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/**
 * False on the server and in the first pass of hydration, true from then on: for what needs scripts,
 * or would differ between the server's and the reader's clock or zone.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}

/** `useLayoutEffect` that keeps silent on the server, where React 18 warns of it. */
export const useBrowserLayoutEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;
