import { type FunctionComponent, lazy, memo, type ReactNode, Suspense, useState } from "react";

const awaited: Promise<unknown>[] = [];

/** Resolves when the code of all parts that the server has rendered is loaded. Scripts take the page over only then. */
export const latePartsReady = () => Promise.all(awaited);

/**
 * A part that few visits show, with its code in a file of its own. The server renders it like any other, so it needs no
 * scripts. The browser loads the code when the part is shown or, if the server has rendered the part, before scripts
 * take the page over. If the code can't be loaded, the part is not shown.
 * @param name unique among the late parts
 * @param meanwhile shown by the browser until the code is loaded
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
  // biome-ignore lint/correctness/noComponentHookFactories: called at the level of modules, as React's own `lazy`.
  function Late(props: Props) {
    // The state keeps a part that is already shown from being rebuilt when its code has loaded. A part that the server
    // has rendered needs no `Suspense`: its code is loaded by then.
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
