import { useId } from "react";
import { FieldErrors } from "~/app/components/field";
import { SelectField } from "~/app/components/select-field";
import type { BoundField } from "~/app/lib/conform-field";
import { GENDER_ANY, GENDER_UNSTATED, GENDERS } from "~/core/shared/constants";

const genders = GENDERS.map((gender) => ({ value: gender, label: gender }));
const GENDER_OPTIONS = [...genders, { value: GENDER_UNSTATED, label: "Prefer not to say" }];
const PREFERRED_OPTIONS = [...genders, { value: GENDER_ANY, label: "Surprise me" }];

/** Both choices at sign-up. They share their words when missing, so those are shown once. */
export function GenderFields({ gender, preferred }: { gender: BoundField; preferred: BoundField }) {
  const id = useId();
  const errors = [...new Set([...(gender.errors ?? []), ...(preferred.errors ?? [])])];
  const shared = (field: BoundField) => ({
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
          {...shared(gender)}
        />
        <SelectField
          label="Preferred Match Gender"
          placeholder="Please select"
          options={PREFERRED_OPTIONS}
          {...shared(preferred)}
        />
      </div>
      {errors.length > 0 ? <FieldErrors id={id} errors={errors} /> : null}
    </div>
  );
}
