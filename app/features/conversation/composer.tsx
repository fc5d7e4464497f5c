import { Form } from "@remix-run/react";
import { forwardRef } from "react";
import { IconButton } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { CornerDownLeft, Maximize2, Minimize2, SendHorizontal, X } from "~/app/components/icons";
import { MESSAGE_MAX_LENGTH } from "~/core/shared/constants";
import { SecondLookNote } from "./second-look-note";
import { type ComposerHandle, type ComposerProps, useComposer } from "./use-composer";

export const FIELD_ID = "your-message";

/** The counter is shown if fewer characters than this are left. */
const COUNTER_FROM = 200;

/**
 * The message field, which grows with its text. Enter sends, and Shift+Enter begins a new line. The
 * member can turn it into a letter, a tall sheet in which Enter begins a new line and Ctrl+Enter
 * sends. Touch keyboards have no Shift+Enter, so a button begins a new line.
 */
export const Composer = forwardRef<ComposerHandle, ComposerProps>(function Composer(props, handle) {
  const composer = useComposer(props, handle);
  const { isLetter, length, complaint, secondLook } = composer;
  return (
    <Form
      method="post"
      replace
      onSubmit={composer.submit}
      className="mx-auto w-full max-w-3xl px-3 sm:px-6"
    >
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="client_id" value={props.formKey} />
      {composer.quote ? (
        <div
          data-quote
          className="mb-1 flex animate-rise items-center gap-2 border-accent border-s-2 ps-3 text-sm"
        >
          <p dir="auto" className="min-w-0 flex-1 truncate text-ink-soft italic">
            <span className="sr-only">You answer: </span>
            {composer.quote.slice(2)}
          </p>
          <IconButton label="Close the quotation" onClick={composer.closeQuote}>
            <X aria-hidden />
          </IconButton>
        </div>
      ) : null}
      <SecondLookNote likeness={secondLook.likeness} onEdit={secondLook.edit} />
      <div
        className={cx(
          "flex items-end gap-2 sm:gap-3",
          isLetter && "max-sm:flex-wrap max-sm:justify-end short:flex-nowrap",
        )}
      >
        <div
          className={cx(
            "relative flex min-w-0 flex-1",
            isLetter && "max-sm:basis-full short:basis-0",
          )}
        >
          <textarea
            ref={composer.field}
            id={FIELD_ID}
            name="content"
            rows={1}
            dir="auto"
            placeholder="Type a message..."
            aria-label="Type a message..."
            aria-invalid={complaint ? true : undefined}
            aria-describedby="second-look composer-note"
            enterKeyHint={isLetter ? "enter" : "send"}
            autoComplete="off"
            defaultValue={props.initialText}
            onChange={composer.onChange}
            onKeyDown={composer.onKeyDown}
            onFocus={secondLook.prepare}
            className={cx(
              "min-h-[calc(1.5rem+24px)] w-full resize-none rounded-lg border border-rule-strong bg-paper-raised pe-[48px] text-ink outline-offset-1 placeholder:truncate placeholder:text-ink-muted hover:border-ink aria-invalid:border-accent",
              isLetter
                ? "h-[min(28rem,calc(var(--page-height)*0.55))] py-5 ps-6 max-sm:h-[min(28rem,calc(var(--page-height)*0.45))] max-sm:py-3 max-sm:ps-4 font-serif text-xl leading-relaxed"
                : "max-h-[min(12rem,calc(var(--page-height)*0.3))] py-[min(0.6875rem,11px)] ps-4 text-base leading-normal placeholder:text-[min(1rem,6.5vw)] placeholder:leading-[1.5rem]",
            )}
          />
          <Tools composer={composer} />
        </div>
        <SendButton />
      </div>
      <Note complaint={complaint} remaining={MESSAGE_MAX_LENGTH - length} isLetter={isLetter} />
    </Form>
  );
});

function SendButton() {
  return (
    <button
      type="submit"
      aria-label="Send message"
      className="inline-flex size-[48px] shrink-0 items-center justify-center rounded-full border border-accent bg-accent text-on-accent transition-colors hover:bg-accent-strong active:translate-y-px [&>svg]:size-[20px]"
    >
      <SendHorizontal aria-hidden />
    </button>
  );
}

/**
 * Buttons in the field's corner: one turns the text into a letter or back. On touch screens,
 * another begins a new line.
 */
function Tools({ composer }: { composer: ReturnType<typeof useComposer> }) {
  const { isLetter, length, isTall } = composer;
  const isWritten = !isLetter && length > 0;
  return (
    <div className="absolute end-[2px] bottom-[2px] flex flex-col noscript:hidden [&_button]:size-[44px]!">
      <span className={cx(isWritten && !isTall && "pointer-coarse:hidden")}>
        <IconButton
          label={isLetter ? "Write a line" : "Write a letter"}
          onClick={composer.turnPage}
        >
          {isLetter ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
        </IconButton>
      </span>
      {isWritten ? (
        <span className="hidden pointer-coarse:block">
          <IconButton label="New paragraph" onClick={composer.breakLine}>
            <CornerDownLeft aria-hidden />
          </IconButton>
        </span>
      ) : null}
    </div>
  );
}

interface NoteProps {
  complaint: string | null;
  remaining: number;
  isLetter: boolean;
}

function Note({ complaint, remaining, isLetter }: NoteProps) {
  return (
    <p
      id="composer-note"
      role={complaint ? "alert" : undefined}
      className={
        complaint || remaining < 0
          ? "px-1 pt-1.5 font-medium text-accent text-sm empty:hidden"
          : "px-1 pt-1.5 text-ink-muted text-sm tabular-nums empty:hidden"
      }
    >
      {complaint ??
        remainingLabel(remaining) ??
        (isLetter ? <span className="pointer-coarse:hidden">Ctrl+Enter sends.</span> : null)}
    </p>
  );
}

function remainingLabel(remaining: number): string | null {
  if (remaining >= COUNTER_FROM) return null;
  if (remaining < 0)
    return `${-remaining} ${remaining === -1 ? "character" : "characters"} too long`;
  return `${remaining} ${remaining === 1 ? "character" : "characters"} left`;
}
