/** Loads code when the browser is idle (Safari: after the current work). Resolves also if the load fails. */
export function whenIdle(load: () => Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const start = () => load().then(resolve, () => resolve());
    if ("requestIdleCallback" in globalThis) requestIdleCallback(start, { timeout: 2_000 });
    else setTimeout(start);
  });
}
