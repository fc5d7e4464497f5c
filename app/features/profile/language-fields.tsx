import { useId, useState } from "react";
import { CONTROL_CLASSES, FieldFrame } from "~/app/components/field";
import type { FormState } from "~/app/lib/form";
import { LANGUAGES } from "~/core/shared/languages";
import { SEPARATOR, splitLanguages } from "./profile-form";

interface LanguageFieldsProps {
  /** Codes of the browser's preferred languages. */
  suggested: readonly string[];
  form: FormState;
}

/**
 * A `datalist` option replaces the whole text, so each option begins with the languages that are
 * already typed.
 */
export function LanguageFields({ suggested, form }: LanguageFieldsProps) {
  const listId = useId();
  const { defaultValue = "", errors } = form.bind("languages");
  const [text, setText] = useState(defaultValue);
  const named = text.replace(/[^,]*$/, "");
  const chosen = new Set(splitLanguages(named));
  const isSuggested = ({ code }: { code: string }) => suggested.includes(code);
  const ordered = [
    ...LANGUAGES.filter(isSuggested),
    ...LANGUAGES.filter((one) => !isSuggested(one)),
  ];
  return (
    <FieldFrame
      label="Languages you chat in"
      name="languages"
      hint="Up to five, with commas between. We look for somebody you share one with. Your match sees only those you both named."
      errors={errors ? ["Choose at most five of the languages that the field suggests"] : undefined}
    >
      {(control) => (
        <>
          <input
            type="text"
            autoComplete="off"
            list={listId}
            className={`${CONTROL_CLASSES} min-h-12`}
            {...control}
            defaultValue={defaultValue}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <datalist id={listId}>
            {ordered.map(({ code, name }) =>
              chosen.has(code) ? null : (
                <option
                  key={code}
                  value={`${named}${named ? " " : ""}${name}${SEPARATOR}`}
                  lang={code}
                />
              ),
            )}
          </datalist>
        </>
      )}
    </FieldFrame>
  );
}
