import { type FunctionComponent, lazy, memo, type ReactNode, Suspense, useState } from "react";

const awaited: Promise<unknown>[] = [];

/** Hydration waits until the code of all server-rendered parts is loaded. */
export const latePartsReady = () => Promise.all(awaited);

/**
 * A part that few visits show, in a chunk of its own. The server renders it, so it works with scripts off. The browser
 * loads the chunk when the part is shown, or before hydration if the server has rendered the part. If the chunk can't
 * be loaded, the part is not shown.
 * @param name unique among the late parts
 * @param meanwhile shown by the browser until the chunk is loaded
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
    // The state keeps a shown part from being mounted again when its chunk has loaded.
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
