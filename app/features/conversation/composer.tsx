import CornerDownLeft from "lucide-react/icons/corner-down-left";
import Maximize2 from "lucide-react/icons/maximize-2";
import Minimize2 from "lucide-react/icons/minimize-2";
import SendHorizontal from "lucide-react/icons/send-horizontal";
import {
  type FormEvent,
  forwardRef,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { IconButton } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { useBrowserLayoutEffect } from "~/app/components/use-hydrated";
import { Form, useNavigate } from "~/app/framework";
import { keepDraft, type OutboxOwner, readDraft } from "~/app/messaging/storage";
import { countCodePoints, normalizeText, plainText } from "~/core/shared/code-points";
import { MESSAGE_MAX_LENGTH } from "~/core/shared/constants";

/** From here on the characters left are shown. */
const COUNTER_FROM = 200;

export interface ComposerHandle {
  /** Puts words back unless others have been written since. @returns whether it did */
  restore: (text: string, clientId: string) => boolean;
  /** Takes restored words out again: they turned out to have arrived. */
  forget: (isArrived: (clientId: string) => boolean) => void;
  /** Puts words into the field, without sending them: in place of an earlier suggestion, else after what is there. */
  suggest: (text: string) => void;
}

interface ComposerProps {
  /** For a form that is sent without scripts: names the message, so that sending twice is harmless. */
  formKey: string;
  initialText: string;
  error: string | null;
  /** Whose draft, and of which conversation. */
  owner: OutboxOwner;
  onSend: (content: string, clientId: string | undefined) => void;
  onTyping: () => void;
}

/**
 * The field for a message. Enter sends, Shift+Enter begins a new line; it grows with its words. As a letter it is a
 * sheet, in which Enter is a new line and Ctrl+Enter sends. A touch keyboard has no Shift+Enter: a key stands for it.
 */
export const Composer = forwardRef<ComposerHandle, ComposerProps>(function Composer(props, handle) {
  const { onSend, onTyping } = props;
  const { memberId, conversationId } = props.owner;
  const field = useRef<HTMLTextAreaElement>(null);
  /** Words that came back, and the key under which they were sent. */
  const restored = useRef<{ text: string; clientId: string } | null>(null);
  const suggested = useRef("");
  const [isLetter, setIsLetter] = useState(false);
  const [length, setLength] = useState(countCodePoints(props.initialText));
  const [complaint, setComplaint] = useState(props.error);

  function changed() {
    const element = field.current;
    if (!element) return;
    setLength(countCodePoints(element.value.trim()));
    setComplaint(null);
    fitHeight(element);
    keepDraft({ memberId, conversationId }, element.value);
  }

  function setText(text: string) {
    if (!field.current) return;
    field.current.value = text;
    changed();
  }

  useImperativeHandle(handle, () => ({
    restore(text, clientId) {
      const element = field.current;
      if (element?.value.trim() !== "") return false;
      restored.current = { text, clientId };
      setText(text);
      return true;
    },
    suggest(text) {
      const element = field.current;
      if (!element) return;
      const written = element.value.trim();
      setText(written === "" || written === suggested.current ? text : `${written}\n${text}`);
      suggested.current = text;
      element.focus();
    },
    forget(isArrived) {
      const last = restored.current;
      if (!last || !isArrived(last.clientId)) return;
      restored.current = null;
      if (field.current?.value.trim() === last.text) setText("");
    },
  }));

  // What was typed before hydration is in the field already; a draft only fills an empty one.
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    if (element.value === "") element.value = readDraft({ memberId, conversationId });
    setLength(countCodePoints(element.value.trim()));
    fitHeight(element);
  }, [memberId, conversationId]);

  // Also when it becomes a letter, or ceases to be one.
  useBrowserLayoutEffect(() => {
    if (field.current) fitHeight(field.current);
  }, [isLetter]);

  useKeys(field);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    const element = field.current;
    if (!element) return;
    const content = normalizeText(plainText(element.value));
    element.focus();
    if (content === "") return;
    if (countCodePoints(content) > MESSAGE_MAX_LENGTH) {
      setComplaint(`Message must be at most ${MESSAGE_MAX_LENGTH.toLocaleString("en")} characters`);
      return;
    }
    const clientId = restored.current?.text === content ? restored.current.clientId : undefined;
    restored.current = null;
    setText("");
    setIsLetter(false);
    onSend(content, clientId);
  }

  function onKeyDown(event: KeyboardEvent) {
    // An input method uses Enter to choose a word: that must not send.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && isLetter) {
      event.preventDefault();
      setIsLetter(false);
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    if (isLetter && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    submit();
  }

  function breakLine() {
    const element = field.current;
    if (!element) return;
    element.focus();
    element.setRangeText("\n", element.selectionStart, element.selectionEnd, "end");
    changed();
  }

  const remaining = MESSAGE_MAX_LENGTH - length;
  return (
    <Form method="post" replace onSubmit={submit} className="mx-auto w-full max-w-3xl px-3 sm:px-6">
      <input type="hidden" name="intent" value="send" />
      <input type="hidden" name="client_id" value={props.formKey} />
      <div className="flex items-end gap-2 sm:gap-3">
        <textarea
          ref={field}
          name="content"
          rows={1}
          dir="auto"
          placeholder="Type a message..."
          aria-label="Type a message..."
          aria-invalid={complaint ? true : undefined}
          aria-describedby="composer-note"
          enterKeyHint={isLetter ? "enter" : "send"}
          autoComplete="off"
          defaultValue={props.initialText}
          onChange={() => {
            changed();
            onTyping();
          }}
          onKeyDown={onKeyDown}
          className={cx(
            "min-h-12 min-w-0 flex-1 resize-none rounded-lg border border-rule-strong bg-paper-raised text-ink outline-offset-1 placeholder:text-ink-muted hover:border-ink aria-invalid:border-accent",
            isLetter
              ? "h-[min(28rem,55dvh)] px-6 py-5 font-serif text-xl leading-relaxed"
              : "max-h-[min(12rem,30dvh)] px-4 py-[0.6875rem] text-base leading-normal",
          )}
        />
        <div className={cx("flex shrink-0 items-end", isLetter && "flex-col-reverse gap-2")}>
          {isLetter || length === 0 ? null : (
            <span className="hidden pointer-coarse:block">
              <IconButton label="New paragraph" onClick={breakLine} className="size-[48px]!">
                <CornerDownLeft aria-hidden />
              </IconButton>
            </span>
          )}
          <span className={cx("short:hidden", !isLetter && length === 0 && "max-sm:hidden")}>
            <IconButton
              label={isLetter ? "Write a line" : "Write a letter"}
              onClick={() => {
                setIsLetter(!isLetter);
                field.current?.focus();
              }}
              className="size-[48px]!"
            >
              {isLetter ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
            </IconButton>
          </span>
        </div>
        <button
          type="submit"
          aria-label="Send message"
          className="inline-flex size-[48px] shrink-0 items-center justify-center rounded-full border border-accent bg-accent text-on-accent transition-colors hover:bg-accent-strong active:translate-y-px [&>svg]:size-[20px]"
        >
          <SendHorizontal aria-hidden />
        </button>
      </div>
      <p
        id="composer-note"
        role={complaint ? "alert" : undefined}
        className={
          complaint || remaining < 0
            ? "px-1 pt-1.5 font-medium text-accent text-sm empty:hidden"
            : "px-1 pt-1.5 text-ink-muted text-sm tabular-nums empty:hidden"
        }
      >
        {complaint ?? remainingLabel(remaining) ?? (isLetter ? "Ctrl+Enter sends." : null)}
      </p>
    </Form>
  );
});

function remainingLabel(remaining: number): string | null {
  if (remaining >= COUNTER_FROM) return null;
  if (remaining < 0)
    return `${-remaining} ${remaining === -1 ? "character" : "characters"} too long`;
  return `${remaining} ${remaining === 1 ? "character" : "characters"} left`;
}

/**
 * A key that writes something, pressed while nothing has the focus, goes into the field. Escape leaves the field, and
 * from outside of it the page.
 */
function useKeys(field: RefObject<HTMLTextAreaElement>) {
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key === "Escape" && !defaultPrevented && !event.isComposing) {
        // What is open closes first, by itself.
        if (document.querySelector("dialog[open], :popover-open")) return;
        if (document.activeElement === field.current) field.current?.blur();
        else navigate("/conversations");
        return;
      }
      if (defaultPrevented || ctrlKey || metaKey || altKey || key.length !== 1 || key === " ")
        return;
      const focused = document.activeElement;
      // The list and headings take the focus without doing anything with letters.
      if (focused?.closest("a, button, input, select, textarea, dialog, [role=menu]")) return;
      if (document.querySelector("dialog[open]")) return;
      field.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [field, navigate]);
}

/** As high as its words; the style's limits hold, and beyond them it scrolls. A letter is a sheet of one size. */
function fitHeight(element: HTMLTextAreaElement) {
  element.style.height = "";
  if (element.classList.contains("font-serif")) return;
  element.style.height = "auto";
  const borders = element.offsetHeight - element.clientHeight;
  element.style.height = `${element.scrollHeight + borders}px`;
}
