import { SelectField } from "~/app/components/select-field";
import type { FormState } from "~/app/lib/form";
import { LANGUAGES } from "~/core/shared/languages";
import { LANGUAGE_FIELDS } from "./profile-form";

interface LanguageFieldsProps {
  /** Codes of the browser's preferred languages. They come first in each list, but none is preselected. */
  suggested: readonly string[];
  form: FormState;
}

const asOptions = (isListed: (code: string) => boolean) =>
  LANGUAGES.filter(({ code }) => isListed(code)).map(({ code, name }) => ({
    value: code,
    label: name,
    lang: code,
  }));

/** Two lists of languages and three more that unfold, because most members speak one or two. */
export function LanguageFields({ suggested, form }: LanguageFieldsProps) {
  const first = asOptions((code) => suggested.includes(code));
  const rest = asOptions((code) => !suggested.includes(code));
  const options =
    first.length === 0
      ? rest
      : [
          { group: "Your browser’s languages", options: first },
          { group: "All others", options: rest },
        ];
  const fields = LANGUAGE_FIELDS.map((name, i) => (
    <SelectField
      key={name}
      label={`Language ${i + 1}`}
      placeholder="None"
      options={options}
      {...form.bind(name)}
      errors={i === 0 && form.errors.languages ? [form.errors.languages] : undefined}
    />
  ));
  const hasMore = LANGUAGE_FIELDS.slice(2).some((name) => form.typed(name));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3" aria-describedby="languages-hint">
      <legend className="font-semibold text-ink text-sm">Languages you chat in</legend>
      <p id="languages-hint" className="text-ink-muted text-sm">
        Up to five, if you like. We look for somebody you share one with. Your match sees only those
        you both named.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">{fields.slice(0, 2)}</div>
      <details open={hasMore}>
        <summary className="text-link min-h-11 w-fit cursor-pointer py-2.5 font-medium decoration-rule-strong">
          More languages
        </summary>
        <div className="mt-2 grid gap-5 sm:grid-cols-3">{fields.slice(2)}</div>
      </details>
    </fieldset>
  );
}
