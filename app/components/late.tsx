import { type FunctionComponent, lazy, memo, type ReactNode, Suspense, useState } from "react";

const awaited: Promise<unknown>[] = [];

/** Until the code of all parts that the server has rendered is there: React takes a page over only then. */
export const latePartsReady = () => Promise.all(awaited);

/**
 * A part that few visits show, with its code in a file of its own. The server renders it like any other, so it needs no
 * scripts. The browser loads the code when the part is shown, or, if the server has rendered the part, before React takes
 * the page over. A part whose code can't be had stays away.
 *
 * @param name of its own
 * @param meanwhile what the browser shows until the code is there
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
    // A part that is shown keeps its state when its code has come. One that the server has rendered is in no boundary of
    // its own: React gives up a boundary that changes before it is taken over.
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
