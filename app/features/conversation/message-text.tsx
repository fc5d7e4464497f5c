import { Fragment } from "react";
import { linkify } from "./linkify";

/** A message's words. Links are text with their host in sight, and tell the other site nothing of us. */
export function MessageText({ text }: { text: string }) {
  let at = 0;
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {linkify(text).map((piece) => {
        const key = at++;
        if (piece.kind === "text") return <Fragment key={key}>{piece.text}</Fragment>;
        return (
          <a
            key={key}
            href={piece.href}
            target="_blank"
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
  );
}
