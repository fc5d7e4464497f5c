import type { ReactNode } from "react";
import { cx } from "~/app/components/cx";

interface PartnerLinesProps {
  /** The name, in the element that suits its place. */
  children: ReactNode;
  /** In words; null when none is known. */
  place: string | null;
  /** Whole years; null when it is not known. */
  age: number | null;
  /** When it was, or until when it is. */
  moment: ReactNode;
  /** `span` within a link. */
  as?: "div" | "span";
}

/**
 * A partner in the history and over a conversation (specification §2): name, place, age, and the moment.
 * On a phone the age stands beside the moment, so that the place has a line of its own; else beside the
 * place, and the moment at the end. The dots between them are no text.
 */
export function PartnerLines(props: PartnerLinesProps) {
  const { children, place, age, moment, as: Box = "span" } = props;
  return (
    <Box className="grid min-w-0 flex-1 grid-cols-[auto_1fr] text-sm sm:grid-cols-[minmax(0,auto)_1fr_auto]">
      <Box className="col-span-2 min-w-0">{children}</Box>
      <span className="col-span-2 line-clamp-2 text-ink-muted [overflow-wrap:anywhere] sm:col-span-1 sm:line-clamp-1">
        {place ?? "No location"}
      </span>
      {age === null ? null : (
        <span className="row-start-3 whitespace-pre text-ink-muted sm:col-start-2 sm:row-start-2 sm:before:content-['_·_']">
          {age} years
        </span>
      )}
      <span
        className={cx(
          "row-start-3 whitespace-pre-wrap sm:col-start-3 sm:row-span-2 sm:row-start-1 sm:self-center sm:pl-6",
          age !== null && "col-start-2 max-sm:before:content-['_·_']",
        )}
      >
        {moment}
      </span>
    </Box>
  );
}
