import {
  type FormEvent,
  type ForwardedRef,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useBrowserLayoutEffect } from "~/app/components/use-hydrated";
import { whenIdle } from "~/app/lib/when-idle";
import type { OutboxOwner } from "~/app/messaging/storage";
import { keepDraft, readDraft } from "~/app/messaging/storage";
import { countCodePoints, normalizeText, plainText } from "~/core/shared/code-points";
import { MESSAGE_MAX_LENGTH } from "~/core/shared/constants";
import { dropQuote, splitQuote, toQuote } from "~/core/shared/quote";
import type { Likeness } from "./second-look";

/** Two tools of 44 px and the field's edges: a field with three lines of text is this high. */
const TALL_PX = 92;

export interface ComposerHandle {
  /** Puts text back unless other text has been written since. @returns whether it did */
  restore: (text: string, clientId: string) => boolean;
  /** Removes restored text: it turned out to have arrived. */
  forget: (isArrived: (clientId: string) => boolean) => void;
  /** Puts text into the field, without sending them: replacing an earlier suggestion, else after what is there. */
  suggest: (text: string) => void;
  /** Quotes a message before what is written; replaces an earlier quotation. */
  reply: (content: string) => void;
}

export interface ComposerProps {
  /** Names the message of a form that is sent without scripts, so that sending twice is harmless. */
  formKey: string;
  initialText: string;
  error: string | null;
  /** Whose draft, and of which conversation. */
  owner: OutboxOwner;
  /** Whether the conversation is so young that a wish for another app gets a second look. */
  isEarly: boolean;
  onSend: (content: string, clientId: string | undefined) => void;
  onTyping: () => void;
}

/** The field for a message: its draft, what it is asked to take in, and its keys. */
export function useComposer(props: ComposerProps, handle: ForwardedRef<ComposerHandle>) {
  const [complaint, setComplaint] = useState(props.error);
  const draft = useDraft(props, changed);
  const { field, isLetter } = draft;
  const { restored, quoted } = useHandle(handle, draft);
  const secondLook = useSecondLook(field);
  useKeys(field);

  function changed() {
    setComplaint(null);
    secondLook.dismiss();
  }

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!field.current) return;
    const content = normalizeText(plainText(field.current.value));
    field.current.focus();
    // The partner's text alone is no message.
    if (content === "" || content === quoted.current.trim()) return;
    if (countCodePoints(content) > MESSAGE_MAX_LENGTH) {
      setComplaint(`Message must be at most ${MESSAGE_MAX_LENGTH.toLocaleString("en")} characters`);
      return;
    }
    if (secondLook.asks(splitQuote(content).words, props.isEarly)) return;
    const clientId = restored.current?.text === content ? restored.current.clientId : undefined;
    restored.current = null;
    draft.write("");
    draft.setIsLetter(false);
    props.onSend(content, clientId);
  }

  function onKeyDown(event: KeyboardEvent) {
    // An input method uses Enter to choose a word: that must not send.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && (secondLook.likeness || isLetter)) {
      event.preventDefault();
      return secondLook.likeness ? secondLook.dismiss() : draft.setIsLetter(false);
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    if (isLetter && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    // A key that is held down is one press: it does not answer the second look.
    if (!event.repeat) submit();
  }

  return {
    ...draft,
    complaint,
    secondLook,
    submit,
    onKeyDown,
    onChange() {
      draft.keep();
      props.onTyping();
    },
  };
}

type Draft = ReturnType<typeof useDraft>;

/**
 * The text in the field, kept on the device, and its form: a line that grows, or a letter.
 * @param onChange called after each change, the field's own or the member's
 */
function useDraft({ owner, initialText }: ComposerProps, onChange: () => void) {
  const { memberId, conversationId } = owner;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isLetter, setIsLetter] = useState(false);
  const [length, setLength] = useState(countCodePoints(initialText));
  const [isTall, setIsTall] = useState(false);

  // Text that was typed before hydration is in the field already; a draft only fills an empty one.
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    if (element.value === "") element.value = readDraft({ memberId, conversationId });
    setLength(countCodePoints(element.value.trim()));
    setIsTall(fitHeight(element) >= TALL_PX);
  }, [memberId, conversationId]);

  // Also when it becomes a letter, or ceases to be one.
  useBrowserLayoutEffect(() => {
    if (field.current) setIsTall(fitHeight(field.current) >= TALL_PX);
  }, [isLetter]);

  function keep() {
    const element = field.current;
    if (!element) return;
    setLength(countCodePoints(element.value.trim()));
    setIsTall(fitHeight(element) >= TALL_PX);
    keepDraft({ memberId, conversationId }, element.value);
    onChange();
  }

  return {
    field,
    isLetter,
    setIsLetter,
    /** In code points. */
    length,
    /** The field has the height of its two tools. */
    isTall,
    /** Takes over what the field holds now. */
    keep,
    write(text: string) {
      if (!field.current) return;
      field.current.value = text;
      keep();
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

/** Text from outside: suggested, quoted, or a message's own that came back. */
function useHandle(handle: ForwardedRef<ComposerHandle>, { field, write }: Draft) {
  /** Text that came back, and the key under which it was sent. */
  const restored = useRef<{ text: string; clientId: string } | null>(null);
  const suggested = useRef("");
  const quoted = useRef("");

  useImperativeHandle(handle, () => ({
    restore(text, clientId) {
      if (field.current?.value.trim() !== "") return false;
      restored.current = { text, clientId };
      write(text);
      return true;
    },
    suggest(text) {
      const element = field.current;
      if (!element) return;
      const written = element.value.trim();
      write(written === "" || written === suggested.current ? text : `${written}\n${text}`);
      suggested.current = text;
      element.focus();
    },
    reply(content) {
      const element = field.current;
      if (!element) return;
      quoted.current = toQuote(content);
      write(quoted.current + dropQuote(element.value));
      element.focus();
      element.setSelectionRange(element.value.length, element.value.length);
    },
    forget(isArrived) {
      const last = restored.current;
      if (!last || !isArrived(last.clientId)) return;
      restored.current = null;
      if (field.current?.value.trim() === last.text) write("");
    },
  }));
  return { restored, quoted };
}

/**
 * The question before a message goes that may hurt (docs/rules.md#second-look): asked once for a text. Its code comes when the
 * field is first used and the browser idle; until then, and if it can't be had, nothing is asked.
 */
function useSecondLook(field: RefObject<HTMLTextAreaElement>) {
  const [likeness, setLikeness] = useState<Likeness | null>(null);
  const code = useRef<Promise<void> | null>(null);
  const lookAgain = useRef<typeof import("./second-look").lookAgain | null>(null);
  const asked = useRef(new Set<string>());

  const prepare = useCallback(() => {
    code.current ??= whenIdle(async () => {
      lookAgain.current = (await import("./second-look")).lookAgain;
    });
  }, []);
  // The focus may be older than the page's scripts.
  useEffect(() => {
    if (document.activeElement === field.current) prepare();
  }, [field, prepare]);

  return {
    likeness,
    prepare,
    dismiss: () => setLikeness(null),
    /** Closes the second look and moves the focus back to the field. */
    edit() {
      setLikeness(null);
      field.current?.focus();
    },
    /** @returns whether the message stays until the member has answered */
    asks(content: string, isEarly: boolean): boolean {
      if (asked.current.has(content)) return false;
      const found = lookAgain.current?.(content, isEarly) ?? null;
      if (!found) return false;
      asked.current.add(content);
      setLikeness(found);
      return true;
    },
  };
}

/**
 * A key that writes something, pressed while nothing has the focus, goes into the field. Escape leaves the field; it never
 * leaves the page, since it is also the key that ends what a reader can't see, such as an input method.
 */
function useKeys(field: RefObject<HTMLTextAreaElement>) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key === "Escape" && !defaultPrevented && !event.isComposing) {
        // An open dialog or menu closes first, by itself.
        if (document.querySelector("dialog[open], :popover-open")) return;
        field.current?.blur();
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
  }, [field]);
}

/**
 * As high as its text; the style's limits hold, and beyond them it scrolls. A letter is a sheet of one size.
 * @returns its height
 */
function fitHeight(element: HTMLTextAreaElement): number {
  element.style.height = "";
  if (!element.classList.contains("font-serif")) {
    element.style.height = "auto";
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + borders}px`;
  }
  return element.offsetHeight;
}
