import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import type { Likeness } from "./second-look";
import { whenIdle } from "./use-request-finder";

const WORDS: Record<Likeness, string> = {
  insult: "This may come across as an insult.",
  threat: "This may come across as a threat.",
  pressure: "This may come across as sexual pressure.",
  money: "This may look like a request for money.",
  code: "This may look like a request for a code or password.",
  app: "Moving to another app this soon may put people off.",
};

/** The focus stays in the field. A screen reader announces the note. */
export function SecondLookNote({ likeness, edit }: ReturnType<typeof useSecondLook>) {
  return (
    <div
      className={cx(
        likeness && "mb-1 flex animate-rise flex-wrap items-center justify-end gap-x-2 short:mb-0",
      )}
    >
      <p
        id="second-look"
        aria-live="polite"
        className={cx(likeness && "min-w-0 flex-1 basis-52 px-1 text-ink text-sm leading-snug")}
      >
        {likeness ? WORDS[likeness] : null}
      </p>
      {likeness ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the note, whichever of its elements has the focus.
        <div
          className="flex"
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.preventDefault();
            edit();
          }}
        >
          <Button variant="quiet" size="sm" onClick={edit}>
            Edit
          </Button>
          <Button type="submit" variant="quiet" size="sm">
            Send anyway
          </Button>
        </div>
      ) : null}
    </div>
  );
}

let lookAgain: typeof import("./second-look").lookAgain | null = null;

/**
 * The check's code is large, so it is loaded when the field gets the focus. Until then no message gets a second look.
 */
const prepare = () =>
  whenIdle(async () => {
    ({ lookAgain } = await import("./second-look"));
  });

/** Asks at most once about the same text (docs/rules.md#second-look). */
export function useSecondLook(field: RefObject<HTMLTextAreaElement>) {
  const [likeness, setLikeness] = useState<Likeness | null>(null);
  const asked = useRef(new Set<string>());

  // The focus event is missed if the member focused the field before hydration.
  useEffect(() => {
    if (document.activeElement === field.current) prepare();
  }, [field]);

  return {
    likeness,
    prepare,
    dismiss: () => setLikeness(null),
    edit() {
      setLikeness(null);
      field.current?.focus();
    },
    /** @returns true if the message must wait for the member's answer */
    asks(content: string, isEarly: boolean): boolean {
      if (asked.current.has(content)) return false;
      const found = lookAgain?.(content, isEarly) ?? null;
      if (!found) return false;
      asked.current.add(content);
      setLikeness(found);
      return true;
    },
  };
}
