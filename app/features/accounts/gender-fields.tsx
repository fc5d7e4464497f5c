import { useId } from "react";
import { FieldErrors } from "~/app/components/field";
import { SelectField } from "~/app/components/select-field";
import type { FormState } from "~/app/lib/form";
import { GENDER_OPTIONS, PREFERRED_GENDER_OPTIONS } from "~/app/lib/format-profile";
import { SIGN_UP_CONSENT } from "~/core/shared/consent";

/** If both fields have the same error, the error is shown once. */
export function GenderFields({ form: { bind } }: { form: FormState }) {
  const id = useId();
  const [gender, preferred] = [bind("gender"), bind("preferred_match_gender")];
  const errors = [...new Set([...(gender.errors ?? []), ...(preferred.errors ?? [])])];
  const shared = (field: typeof gender) => ({
    ...field,
    errors: undefined,
    sharedErrorId: field.errors?.length ? id : undefined,
  });
  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <SelectField
          label="Gender"
          placeholder="Please select"
          options={GENDER_OPTIONS}
          aria-required
          {...shared(gender)}
        />
        <SelectField
          label="Preferred Match Gender"
          placeholder="Please select"
          options={PREFERRED_GENDER_OPTIONS}
          aria-required
          {...shared(preferred)}
        />
      </div>
      {errors.length > 0 ? <FieldErrors id={id} errors={errors} /> : null}
      <p className="mt-1 text-ink-muted text-sm">
        {SIGN_UP_CONSENT}{" "}
        <a href="/privacy#sensitive" className="text-link">
          How to withdraw it
        </a>
      </p>
    </div>
  );
}
