import { Fragment, useState } from "react";
import { cx } from "~/app/components/cx";
import { useHydrated } from "~/app/components/use-hydrated";
import { splitSaid } from "~/core/shared/quote";
import { linkify } from "./linkify";

const LETTER_LENGTH = 400;
/** A message with paragraphs is shown as a letter from this length on. */
const PARAGRAPHS_LENGTH = 120;
/** From this length or this number of lines on, a letter is shown folded. */
const LONG_LENGTH = 900;
const LONG_LINES = 13;

const FEW_EMOJI = /^(?:\p{RGI_Emoji}\s*){1,3}$/v;

export function isFewEmoji(text: string): boolean {
  return text.length <= 64 && FEW_EMOJI.test(text);
}

export const isLetter = (text: string): boolean =>
  text.length >= LETTER_LENGTH ||
  (text.length >= PARAGRAPHS_LENGTH && text.includes("\n\n")) ||
  isLong(text);

const isLong = (text: string): boolean =>
  text.length >= LONG_LENGTH || shortenGaps(text).split("\n").length >= LONG_LINES;

export function MessageText({ text, said }: { text: string; said: ReadonlySet<string> }) {
  const [isWhole, setIsWhole] = useState(false);
  // A letter is cut only after hydration, because the button that shows the rest needs scripts.
  const isCut = useHydrated() && isLong(text) && !isWhole;
  const { quote, words } = splitSaid(shortenGaps(text), said);
  let at = 0;
  return (
    <>
      {quote === null ? null : (
        <blockquote
          dir="auto"
          className="mb-1.5 line-clamp-3 border-current border-s-2 ps-2.5 text-sm leading-snug opacity-80 [overflow-wrap:anywhere]"
        >
          {quote}
        </blockquote>
      )}
      <p
        dir="auto"
        className={cx(
          // Ligatures make the browser measure lines wrongly, so text would run out of the bubble.
          "whitespace-pre-wrap [font-variant-ligatures:no-common-ligatures] [overflow-wrap:anywhere]",
          isCut && "line-clamp-12",
        )}
      >
        {linkify(words).map((piece) => {
          const key = at++;
          if (piece.kind === "text") return <Fragment key={key}>{piece.text}</Fragment>;
          return (
            <a
              key={key}
              href={piece.href}
              target={piece.href.startsWith("mailto:") ? undefined : "_blank"}
              rel="noopener noreferrer nofollow ugc"
              referrerPolicy="no-referrer"
              dir="ltr"
              className="underline decoration-1 underline-offset-[0.2em] hover:decoration-2"
            >
              {piece.before}
              <strong className="font-semibold">{piece.host}</strong>
              {piece.after}
            </a>
          );
        })}
      </p>
      {isCut ? (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="-mb-2 min-h-11 font-sans font-semibold text-sm underline decoration-accent underline-offset-4 hover:text-accent"
        >
          Read on
        </button>
      ) : null}
    </>
  );
}

export function shortenGaps(text: string): string {
  return text.replaceAll(/\n{3,}/g, "\n\n");
}
