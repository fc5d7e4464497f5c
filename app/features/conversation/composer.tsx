import SendHorizontal from "lucide-react/icons/send-horizontal";
import {
  type FormEvent,
  forwardRef,
  type KeyboardEvent,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useBrowserLayoutEffect } from "~/app/components/use-hydrated";
import { Form } from "~/app/framework";
import { keepDraft, type OutboxOwner, readDraft } from "~/app/messaging/storage";
import { countCodePoints, normalizeText, plainText } from "~/core/shared/code-points";
import { MESSAGE_MAX_LENGTH } from "~/core/shared/constants";

/** The rest of the room is told from here on. */
const TELL_REST_FROM = 200;

export interface ComposerHandle {
  /** Puts words back unless others have been written since. @returns whether it did */
  restore: (text: string, clientId: string) => boolean;
  /** Takes restored words out again: they turned out to have arrived. */
  forget: (isArrived: (clientId: string) => boolean) => void;
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

/** The field for a message. Enter sends, Shift+Enter begins a new line; it grows with its words. */
export const Composer = forwardRef<ComposerHandle, ComposerProps>(function Composer(props, handle) {
  const { onSend, onTyping } = props;
  const { memberId, conversationId } = props.owner;
  const field = useRef<HTMLTextAreaElement>(null);
  /** Words that came back, and the key under which they were sent. */
  const restored = useRef<{ text: string; clientId: string } | null>(null);
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

  useBrowserLayoutEffect(() => {
    if (field.current) fitHeight(field.current);
  }, []);

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
    onSend(content, clientId);
  }

  function onKeyDown(event: KeyboardEvent) {
    // An input method uses Enter to choose a word: that must not send.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }

  const rest = MESSAGE_MAX_LENGTH - length;
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
          enterKeyHint="send"
          autoComplete="off"
          defaultValue={props.initialText}
          onChange={() => {
            changed();
            onTyping();
          }}
          onKeyDown={onKeyDown}
          className="max-h-[min(12rem,40dvh)] min-h-12 min-w-0 flex-1 resize-none rounded-lg border border-rule-strong bg-paper-raised px-4 py-[0.6875rem] text-base text-ink leading-normal outline-offset-1 placeholder:text-ink-muted hover:border-ink aria-invalid:border-accent"
        />
        <button
          type="submit"
          aria-label="Send message"
          className="inline-flex size-12 shrink-0 items-center justify-center rounded-full border border-accent bg-accent text-on-accent transition-colors hover:bg-accent-strong active:translate-y-px [&>svg]:size-5"
        >
          <SendHorizontal aria-hidden />
        </button>
      </div>
      <p
        id="composer-note"
        role={complaint ? "alert" : undefined}
        className={
          complaint || rest < 0
            ? "px-1 pt-1.5 font-medium text-accent text-sm empty:hidden"
            : "px-1 pt-1.5 text-ink-muted text-sm tabular-nums empty:hidden"
        }
      >
        {complaint ?? tellRest(rest)}
      </p>
    </Form>
  );
});

function tellRest(rest: number): string | null {
  if (rest >= TELL_REST_FROM) return null;
  if (rest < 0) return `${-rest} ${rest === -1 ? "character" : "characters"} too long`;
  return `${rest} ${rest === 1 ? "character" : "characters"} left`;
}

/** As high as its words; the style's limits hold, and beyond them it scrolls. */
function fitHeight(element: HTMLTextAreaElement) {
  element.style.height = "auto";
  const borders = element.offsetHeight - element.clientHeight;
  element.style.height = `${element.scrollHeight + borders}px`;
}
