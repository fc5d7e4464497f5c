import { type FunctionComponent, lazy, memo, type ReactNode, Suspense, useState } from "react";

const awaited: Promise<unknown>[] = [];

/** Resolves when the code of all late parts that the server has rendered is loaded. Hydration waits for this. */
export const latePartsReady = () => Promise.all(awaited);

/**
 * A component whose code is in a chunk of its own, because few visits show it. Unlike with React's `lazy`, the code is
 * loaded before hydration if the server has rendered the component.
 * @param name unique among the late parts
 * @param meanwhile shown by the browser until the chunk is loaded; stays if loading fails
 */
export function late<Props extends object>(
  name: string,
  load: () => Promise<FunctionComponent<Props>>,
  meanwhile: ReactNode = null,
): FunctionComponent<Props> {
  let atOnce: FunctionComponent<Props> | undefined;
  const Loaded = lazy(async () => ({ default: await load().catch(waitForever) }));
  if (typeof document === "undefined" || document.querySelector(`[data-late="${name}"]`)) {
    const loading = load().then((part) => {
      atOnce = part;
    });
    awaited.push(loading.catch(() => undefined));
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called at module level, like React's own `lazy`.
  function Late(props: Props) {
    // Kept in state, because a later switch from `Loaded` to `atOnce` would unmount the shown part and mount it again.
    const [AtOnce] = useState(() => atOnce);
    const Part = (AtOnce ?? Loaded) as FunctionComponent<Props>;
    const part = <Part {...props} />;
    return (
      <>
        <template data-late={name} />
        {AtOnce ? part : <Suspense fallback={meanwhile}>{part}</Suspense>}
      </>
    );
  }
  return memo(Late) as unknown as FunctionComponent<Props>;
}

const waitForever = () => new Promise<never>(() => {});
