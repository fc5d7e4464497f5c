import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { isComposing } from "~/app/lib/is-composing";
import { cx } from "./cx";
import { CONTROL_CLASSES, FieldFrame, type FieldProps } from "./field";

interface ComboboxFieldProps<Option> extends FieldProps {
  defaultValue?: string;
  placeholder?: string;
  /** Options for the text {@link optionsFor}. The field's text may have changed since. */
  options: readonly Option[];
  /** The text of the last answer; undefined before the first answer. */
  optionsFor: string | undefined;
  optionKey: (option: Option) => string;
  optionLabel: (option: Option) => string;
  /** Shown when no option was found for the field's text. */
  emptyText: string;
  /** Called {@link PAUSE_MS} after the last key, with the trimmed text. */
  onQuery: (query: string) => void;
  onChoose: (option: Option) => void;
}

/** The pause after the last key before a query is sent. */
const PAUSE_MS = 200;

/** State of the field: its text, whether the list is open, and the active option. */
function useCombobox<Option>(props: ComboboxFieldProps<Option>) {
  const { defaultValue = "", options, optionsFor, onQuery, onChoose } = props;
  const listId = useId();
  const [text, setText] = useState(defaultValue);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const pause = useRef<ReturnType<typeof setTimeout>>();
  const isShown = isOpen && text.trim() !== "";
  const isAnswered = optionsFor === text.trim();
  const optionId = (index: number) => `${listId}-${index}`;

  useEffect(() => () => clearTimeout(pause.current), []);

  useScrollTo(active >= 0 ? optionId(active) : null);

  function type(next: string) {
    setText(next);
    setOpen(true);
    setActive(-1);
    clearTimeout(pause.current);
    const query = next.trim();
    if (query) pause.current = setTimeout(() => onQuery(query), PAUSE_MS);
  }

  function choose(option: Option) {
    setText("");
    setOpen(false);
    setActive(-1);
    onChoose(option);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return;
    const count = options.length;
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (count > 0)
        setActive((now) => (now < 0 && step < 0 ? count - 1 : (now + step + count) % count));
    } else if (event.key === "Enter" && isShown) {
      // Enter never sends the form around the field.
      event.preventDefault();
      // Enter chooses a single option without the arrow keys, but not if an earlier text found it.
      const option = options[active] ?? (count === 1 && isAnswered ? options[0] : undefined);
      if (option !== undefined) choose(option);
    }
  }

  /** Attributes of the text field's element. */
  const input = {
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
    onKeyDown,
    onBlur: () => setOpen(false),
  };
  return { listId, optionId, active, isShown, isAnswered, choose, input };
}

/** Keeps the active option in sight: the focus stays in the field, so no browser scrolls the list by itself. */
function useScrollTo(optionId: string | null) {
  useEffect(() => {
    if (optionId) document.getElementById(optionId)?.scrollIntoView({ block: "nearest" });
  }, [optionId]);
}

/**
 * A text field that offers options for what is typed. They are chosen by mouse, touch, or arrow keys and Enter (the
 * combobox pattern of WAI-ARIA). With scripts off it is a plain text field.
 */
export function ComboboxField<Option>(props: ComboboxFieldProps<Option>) {
  const { label, name, id, hint, errors, className, placeholder } = props;
  const { options, optionKey, optionLabel, emptyText } = props;
  const { listId, optionId, active, isShown, isAnswered, choose, input } = useCombobox(props);
  return (
    <FieldFrame {...{ label, name, id, hint, errors, className }}>
      {(control) => (
        <div className="relative">
          <input
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown && options.length > 0}
            aria-controls={listId}
            aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
            autoComplete="off"
            className={cx(CONTROL_CLASSES, "min-h-12")}
            {...control}
            placeholder={placeholder}
            {...input}
          />
          <div
            id={listId}
            role="listbox"
            aria-label="Suggestions"
            hidden={!isShown || options.length === 0}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto rounded-lg border border-rule bg-paper-raised p-1.5 shadow-lift"
          >
            {options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the text field's, which keeps the focus
              <div
                key={optionKey(option)}
                id={optionId(index)}
                tabIndex={-1}
                role="option"
                aria-selected={index === active}
                // The press comes before the click, and would move the focus out of the field, which closes the list.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
                className={cx(
                  "flex min-h-11 cursor-pointer items-center rounded-sm px-3 py-2 hover:bg-paper-sunken",
                  index === active && "bg-paper-sunken",
                )}
              >
                {optionLabel(option)}
              </div>
            ))}
          </div>
          <p aria-live="polite" className="text-ink-muted text-sm empty:hidden">
            {isShown && isAnswered && options.length === 0 ? emptyText : null}
          </p>
        </div>
      )}
    </FieldFrame>
  );
}
