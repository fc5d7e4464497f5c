import {
  type FormEvent,
  type ForwardedRef,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { keepDraft, type OutboxOwner, readDraft } from "~/app/messaging/storage";
import { countCodePoints, normalizeText, plainText } from "~/core/shared/code-points";
import { MESSAGE_MAX_LENGTH } from "~/core/shared/constants";
import { dropQuote, toQuote } from "~/core/shared/quote";
import type { Likeness } from "./second-look";
import { whenIdle } from "./use-request-finder";

/** The height of two 44 px buttons and the field's edges, or of three lines of text. */
const TALL_PX = 92;

export interface ComposerHandle {
  /** Puts text back unless other text has been written since. @returns whether it did */
  restore: (text: string, clientId: string) => boolean;
  /** Removes restored text if its message has arrived after all. */
  forget: (isArrived: (clientId: string) => boolean) => void;
  /** Adds text to the field without sending it, in place of an earlier suggestion. */
  suggest: (text: string) => void;
  /** Quotes a message above the written text. It replaces an earlier quotation. */
  reply: (content: string) => void;
}

export interface ComposerProps {
  /** The client id of a message sent without scripts, so that sending it twice is harmless. */
  formKey: string;
  initialText: string;
  error: string | null;
  owner: OutboxOwner;
  /** Whether the conversation is so young that a suggestion of another app gets a second look. */
  isEarly: boolean;
  onSend: (content: string, clientId: string | undefined) => void;
  onTyping: () => void;
}

/** The message field: its draft, its keys, and its handle for other components. */
export function useComposer(props: ComposerProps, handle: ForwardedRef<ComposerHandle>) {
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
    // Word's clipboard has U+000B for a line break, which the API removes.
    const lines = field.current.value.replace(/[\v\f\u0085]/g, "\n");
    const words = normalizeText(plainText(lines));
    field.current.focus();
    // A quotation without own text is not a message.
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
    // Enter chooses a word while an input method is active, so it must not send.
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Escape" && (secondLook.likeness || isLetter)) {
      event.preventDefault();
      return secondLook.likeness ? secondLook.dismiss() : draft.setIsLetter(false);
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    if (isLetter && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    // A held key repeats, and its repeats must not confirm the second look.
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

type Draft = ReturnType<typeof useDraft>;

/**
 * The field's text and the quotation over it, both stored on the device; and whether the field is a
 * line that grows or a letter.
 * @param onChange called after each change, by the member or by code
 */
function useDraft({ owner, initialText }: ComposerProps, onChange: () => void) {
  const { memberId, conversationId } = owner;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isLetter, setIsLetter] = useState(false);
  const [length, setLength] = useState(countCodePoints(initialText));
  const [isTall, setIsTall] = useState(false);
  const [quote, setQuote] = useState("");

  // The field may already have text from before hydration. The draft only fills an empty field.
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    if (element.value === "") {
      const [quoted, own] = cutQuote(readDraft({ memberId, conversationId }));
      setQuote(quoted);
      element.value = own;
    }
    setLength(countCodePoints(element.value.trim()));
    setIsTall(fitHeight(element) >= TALL_PX);
  }, [memberId, conversationId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the change to a letter and back is a trigger, not an input.
  useLayoutEffect(() => {
    if (field.current) setIsTall(fitHeight(field.current) >= TALL_PX);
  }, [isLetter]);

  function keep(quoted = quote) {
    const element = field.current;
    if (!element) return;
    setQuote(quoted);
    setLength(countCodePoints(quoted + element.value.trim()));
    setIsTall(fitHeight(element) >= TALL_PX);
    keepDraft({ memberId, conversationId }, quoted + element.value);
    onChange();
  }

  return {
    field,
    isLetter,
    setIsLetter,
    /** The length of the text in code points. */
    length,
    /** True if the field is at least as high as its two buttons. */
    isTall,
    /** The line that quotes the answered message; empty without one. */
    quote,
    /** Stores the field's present text, and a quotation, as the draft. */
    keep,
    /** Replaces the draft by a text, which may begin with a quotation. */
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

/** Text from other components: a suggestion, a quotation, or a message that could not be sent. */
function useHandle(handle: ForwardedRef<ComposerHandle>, { field, quote, keep, fill }: Draft) {
  /** Text that was put back, and the client id under which it was sent. */
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
      const element = field.current;
      if (!element) return;
      keep(toQuote(content));
      element.focus();
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

/**
 * The second look: a question before a message that may hurt is sent (docs/rules.md#second-look).
 * It is asked once for each text. Its code is loaded when the field is first used and the browser
 * is idle. Without the code, nothing is asked.
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
  // The field may have had the focus before the page's scripts ran.
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
    /** @returns true if the message waits for the member's answer */
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
 * Moves the focus to the field when a printable key is pressed while no control has it. Escape
 * leaves the field. It never leaves the page, because it also ends things that scripts can't see,
 * such as an input method.
 */
function useKeys(field: RefObject<HTMLTextAreaElement>) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (key === "Escape" && !defaultPrevented && !isComposing(event)) {
        // An open dialog or menu handles Escape itself.
        if (document.querySelector("dialog[open], :popover-open")) return;
        field.current?.blur();
        return;
      }
      if (defaultPrevented || ctrlKey || metaKey || altKey || key.length !== 1 || key === " ")
        return;
      const focused = document.activeElement;
      // Typing does nothing on a message list or a heading, so these may lose the focus to the
      // field.
      if (focused?.closest("a, button, input, select, textarea, dialog, [role=menu]")) return;
      if (document.querySelector("dialog[open]")) return;
      field.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [field]);
}

/**
 * Makes the field as high as its text, within the limits of its style. A longer text scrolls. A
 * letter has a fixed height.
 * @returns the field's height
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

/**
 * Whether a key belongs to an input method, which chooses words by Enter, Escape and the arrows.
 * Safari reports the last key of a composition after its end, so only the key code 229 tells.
 */
export const isComposing = ({ isComposing, keyCode }: KeyboardEvent["nativeEvent"]): boolean =>
  isComposing || keyCode === 229;
