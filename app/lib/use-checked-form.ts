import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { type ActionData, typedText } from "./action-data";
import { type FieldErrors, listErrors, readFields } from "./check-form";

/** Properties that a field component takes from its form. */
export interface BoundField {
  id: string;
  name: string;
  defaultValue: string | undefined;
  errors: string[] | undefined;
}

interface CheckedFormOptions<Name extends string> {
  id: string;
  /** The action's answer. Each new answer is a new object. */
  lastResult: ActionData | undefined;
  defaultValue?: Record<Name, string>;
  /**
   * Imports the schema of the form's action. With zod it is four times the size of the page, so it is loaded when a
   * field first gets the focus. The server's answer is the same even if it is never loaded.
   */
  loadSchema: () => Promise<z.ZodType>;
  /** Returns the schema's input, if that is not the text of each field. */
  read?: (form: FormData) => unknown;
  /** Whether a field is checked when the focus leaves it, and not only when the form is sent. */
  checksOnBlur?: boolean;
}

/**
 * A form that is checked before it is sent. It works before its scripts run, because the first HTML has the action's
 * answer. Once an error is shown, it is checked again at each key. The element has `noValidate`, because the messages
 * are our own (docs/rules.md#forms).
 */
export function useCheckedForm<Name extends string>(options: CheckedFormOptions<Name>) {
  const { id, lastResult, defaultValue, loadSchema, read = readFields } = options;
  const { checksOnBlur = false } = options;
  const form = useRef<HTMLFormElement>(null);
  const schema = useRef<z.ZodType>();
  /** The fields whose errors are shown; all of them after the form was sent. */
  const checked = useRef<Set<string> | "all">(lastResult?.error ? "all" : new Set());
  const isPassed = useRef(false);
  const [errors, setErrors] = useState<FieldErrors>(lastResult?.error ?? {});

  useEffect(() => {
    if (!lastResult) return;
    checked.current = "all";
    setErrors(lastResult.error ?? {});
    if (lastResult.error) focusFirst(form.current, lastResult.error);
  }, [lastResult]);

  async function load(): Promise<z.ZodType> {
    schema.current ??= await loadSchema();
    return schema.current;
  }

  function findErrors(rules: z.ZodType, element: HTMLFormElement): FieldErrors {
    const { error } = rules.safeParse(read(new FormData(element)));
    return error ? listErrors(error) : {};
  }

  /** @returns whether the form has no errors */
  function show(found: FieldErrors): boolean {
    const { current: shown } = checked;
    const isShown = ([name]: [string, unknown]) => shown === "all" || shown.has(name);
    setErrors(Object.fromEntries(Object.entries(found).filter(isShown)));
    return Object.keys(found).length === 0;
  }

  function checkAgain() {
    if (form.current && schema.current) show(findErrors(schema.current, form.current));
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { currentTarget: element } = event;
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (isPassed.current) {
      isPassed.current = false;
      return;
    }
    const judge = (rules: z.ZodType) => {
      checked.current = "all";
      const found = findErrors(rules, element);
      if (show(found)) return true;
      focusFirst(element, found);
      return false;
    };
    if (schema.current) {
      if (!judge(schema.current)) event.preventDefault();
      return;
    }
    event.preventDefault();
    // The form was sent before its schema was loaded. If that fails, only the server checks it.
    void load()
      .then(judge, () => true)
      .then((isRight) => {
        if (!isRight) return;
        isPassed.current = true;
        element.requestSubmit(submitter);
      });
  }

  return {
    /** Attributes of the form's element. */
    props: {
      ref: form,
      id,
      noValidate: true,
      onSubmit,
      onFocus: () => void load().catch(() => undefined),
      onInput: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        if (checked.current === "all" || checked.current.has(name)) checkAgain();
      },
      onBlur: (event: FormEvent<HTMLFormElement>) => {
        const { name } = event.target as HTMLInputElement;
        if (!checksOnBlur || !name) return;
        if (checked.current !== "all") checked.current.add(name);
        checkAgain();
      },
    },
    /** Errors of the form itself. */
    errors: errors[""] ?? undefined,
    /** The initial text of a field: with scripts off the text that was sent, otherwise the default. */
    initial: (name: Name): string | undefined => {
      return lastResult?.initialValue ? typedText(lastResult, name) : defaultValue?.[name];
    },
    bind(name: Name): BoundField {
      const fieldErrors = errors[name] ?? undefined;
      return { id: `${id}-${name}`, name, defaultValue: this.initial(name), errors: fieldErrors };
    },
  };
}

/**
 * Moves the focus to the form's first field that has an error. If there is none, it goes from a pressed button to the
 * first field.
 */
function focusFirst(form: HTMLFormElement | null, errors: FieldErrors): void {
  const fields = [...(form?.elements ?? [])] as HTMLInputElement[];
  const wrong = fields.find(({ name }) => name !== "" && errors[name]);
  const { activeElement } = document;
  const isPressed = activeElement === document.body || activeElement?.matches("[type=submit]");
  const first = isPressed
    ? fields.find(({ name, type }) => name !== "" && type !== "hidden")
    : null;
  (wrong ?? first)?.focus();
}
