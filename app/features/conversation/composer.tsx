import { Form } from "@remix-run/react";
import {
  type FormEvent,
  type ForwardedRef,
  forwardRef,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { IconButton } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { CornerDownLeft, Maximize2, Minimize2, SendHorizontal, X } from "~/app/components/icons";
import { keepDraft, type OutboxOwner, readDraft } from "~/app/messaging/storage";
import { countCodePoints, normalizeText, plainText } from "~/core/shared/code-points";
import { MESSAGE_MAX_LENGTH } from "~/core/shared/constants";
import { dropQuote, toQuote } from "~/core/shared/quote";
import { SecondLookNote, useSecondLook } from "./second-look-note";

export const FIELD_ID = "your-message";

/** The height of three lines of text, which is enough for two buttons of 44 px, one above the other. */
const TALL_PX = 92;

export interface ComposerHandle {
  /** Puts text back into the field. @returns false if the field already has other text, which stays */
  restore: (text: string, clientId: string) => boolean;
  /** Removes restored text whose message has arrived after all. */
  forget: (isArrived: (clientId: string) => boolean) => void;
  /** Adds text to the field without sending it. The text replaces an earlier suggestion. */
  suggest: (text: string) => void;
  reply: (content: string) => void;
}

interface ComposerProps {
  /**
   * The `client_id` of a message sent without scripts, so that the server stores the message once even if it is sent
   * twice.
   */
  formKey: string;
  initialText: string;
  error: string | null;
  owner: OutboxOwner;
  /** True in the conversation's first hours, when a message that suggests another app gets a second look. */
  isEarly: boolean;
  onSend: (content: string, clientId: string | undefined) => void;
  onTyping: () => void;
}

/** The message field. In letter mode the field is taller, Enter begins a new line, and Ctrl+Enter sends. */
export const Composer = forwardRef<ComposerHandle, ComposerProps>(function Composer(props, handle) {
  const composer = useComposer(props, handle);
  const { isLetter, complaint, secondLook } = composer;
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
      <SecondLookNote {...secondLook} />
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
        <button
          type="submit"
          aria-label="Send message"
          className="inline-flex size-[48px] shrink-0 items-center justify-center rounded-full border border-accent bg-accent text-on-accent transition-colors hover:bg-accent-strong active:translate-y-px [&>svg]:size-[20px]"
        >
          <SendHorizontal aria-hidden />
        </button>
      </div>
      <Note composer={composer} />
    </Form>
  );
});

/** On touch screens a button begins a new line, because touch keyboards have no Shift+Enter. */
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

function Note({ composer }: { composer: ReturnType<typeof useComposer> }) {
  const { complaint, isLetter, length } = composer;
  const remaining = MESSAGE_MAX_LENGTH - length;
  return (
    <p
      id="composer-note"
      role={complaint ? "alert" : undefined}
      className={cx(
        "px-1 pt-1.5 text-sm empty:hidden",
        complaint || remaining < 0 ? "font-medium text-accent" : "text-ink-muted tabular-nums",
      )}
    >
      {complaint ??
        remainingLabel(remaining) ??
        (isLetter ? <span className="pointer-coarse:hidden">Ctrl+Enter sends.</span> : null)}
    </p>
  );
}

function remainingLabel(remaining: number): string | null {
  if (remaining >= 200) return null;
  const count = Math.abs(remaining);
  return `${count} ${count === 1 ? "character" : "characters"} ${remaining < 0 ? "too long" : "left"}`;
}

function useComposer(props: ComposerProps, handle: ForwardedRef<ComposerHandle>) {
  const [complaint, setComplaint] = useState(props.error);
  const draft = useDraft(props, changed);
  const { field, isLetter } = draft;
  const restored = useHandle(handle, draft);
  const secondLook = useSecondLook(field);
  useKeys(field);

  function changed() {
    setComplaint(null);
    secondLook.dismiss();
  }

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!field.current) return;
    // Text copied from Word has U+000B for a line break. The API would remove that character.
    const lines = field.current.value.replace(/[\v\f\u0085]/g, "\n");
    const words = normalizeText(plainText(lines));
    field.current.focus();
    if (words === "") return;
    const content = draft.quote + words;
    if (countCodePoints(content) > MESSAGE_MAX_LENGTH) {
      setComplaint(`Message must be at most ${MESSAGE_MAX_LENGTH.toLocaleString("en")} characters`);
      return;
    }
    if (secondLook.asks(words, props.isEarly)) return;
    const clientId = restored.current?.text === content ? restored.current.clientId : undefined;
    restored.current = null;
    draft.fill("");
    draft.setIsLetter(false);
    props.onSend(content, clientId);
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method is active, Enter chooses a word and must not send.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Escape" && (secondLook.likeness || isLetter)) {
      event.preventDefault();
      return secondLook.likeness ? secondLook.dismiss() : draft.setIsLetter(false);
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    if (isLetter && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    // Ignores the repeats of a held Enter key: the first press can open the second look's question, and a repeat must
    // not answer it.
    if (!event.repeat) submit();
  }

  return {
    ...draft,
    complaint,
    secondLook,
    submit,
    onKeyDown,
    closeQuote() {
      draft.keep("");
      field.current?.focus();
    },
    onChange() {
      draft.keep();
      props.onTyping();
    },
  };
}

/** @param onChange called after each change, by the member or by code */
function useDraft({ owner, initialText }: ComposerProps, onChange: () => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [isLetter, setIsLetter] = useState(false);
  const [length, setLength] = useState(countCodePoints(initialText));
  const [isTall, setIsTall] = useState(false);
  const [quote, setQuote] = useState("");

  function show(quoted: string) {
    const element = field.current;
    if (!element) return;
    setQuote(quoted);
    setLength(countCodePoints(quoted + element.value.trim()));
    setIsTall(fitHeight(element) >= TALL_PX);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is read once, when the field is shown.
  useEffect(() => {
    const element = field.current;
    // The field already has text if the member typed before hydration.
    if (element?.value !== "") return;
    const [quoted, own] = cutQuote(readDraft(owner));
    element.value = own;
    show(quoted);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the letter mode is a trigger, not an input.
  useLayoutEffect(() => show(quote), [isLetter]);

  function keep(quoted = quote) {
    if (!field.current) return;
    show(quoted);
    keepDraft(owner, quoted + field.current.value);
    onChange();
  }

  return {
    field,
    isLetter,
    setIsLetter,
    /** In code points. Includes the quotation. */
    length,
    isTall,
    quote,
    keep,
    /** Replaces the draft. The text can begin with a quotation. */
    fill(text: string) {
      if (!field.current) return;
      const [quoted, own] = cutQuote(text);
      field.current.value = own;
      keep(quoted);
    },
    breakLine() {
      const element = field.current;
      if (!element) return;
      element.focus();
      element.setRangeText("\n", element.selectionStart, element.selectionEnd, "end");
      keep();
    },
    turnPage() {
      setIsLetter(!isLetter);
      field.current?.focus();
    },
  };
}

function useHandle(
  handle: ForwardedRef<ComposerHandle>,
  { field, quote, keep, fill }: ReturnType<typeof useDraft>,
) {
  const restored = useRef<{ text: string; clientId: string } | null>(null);
  const suggested = useRef("");

  useImperativeHandle(handle, () => ({
    restore(text, clientId) {
      if (quote || field.current?.value.trim() !== "") return false;
      restored.current = { text, clientId };
      fill(text);
      return true;
    },
    suggest(text) {
      const element = field.current;
      if (!element) return;
      const written = element.value.trim();
      element.value =
        written === "" || written === suggested.current ? text : `${written}\n${text}`;
      keep();
      suggested.current = text;
      element.focus();
    },
    reply(content) {
      keep(toQuote(content));
      field.current?.focus();
    },
    forget(isArrived) {
      const last = restored.current;
      if (!last || !isArrived(last.clientId)) return;
      restored.current = null;
      if (quote + field.current?.value.trim() === last.text) fill("");
    },
  }));
  return restored;
}

function cutQuote(text: string): [quote: string, own: string] {
  const own = dropQuote(text);
  return [text.slice(0, text.length - own.length), own];
}

/** A printable key focuses the field if no control has the focus. */
function useKeys(field: RefObject<HTMLTextAreaElement>) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key === "Escape" && !defaultPrevented && !isComposing(event)) {
        // An open dialog or menu handles Escape itself.
        if (!document.querySelector("dialog[open], :popover-open")) field.current?.blur();
        return;
      }
      if (defaultPrevented || ctrlKey || metaKey || altKey || key.length !== 1 || key === " ")
        return;
      const focused = document.activeElement;
      if (focused?.closest("a, button, input, select, textarea, dialog, [role=menu]")) return;
      if (document.querySelector("dialog[open]")) return;
      field.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [field]);
}

/** Makes the field as high as its text. In letter mode, CSS fixes the height. @returns the height */
function fitHeight(element: HTMLTextAreaElement): number {
  element.style.height = "";
  if (!element.classList.contains("font-serif")) {
    element.style.height = "auto";
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + borders}px`;
  }
  return element.offsetHeight;
}

/** Safari reports the key that ends a composition only afterwards, with `isComposing` false and the key code 229. */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent["nativeEvent"]): boolean =>
  isComposing || keyCode === 229;
