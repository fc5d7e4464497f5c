import { useState } from "react";
import { useRegionStyle } from "~/app/components/local-time";
import { DualRangeSlider, RangeSlider } from "~/app/components/range-slider";
import { SectionLabel } from "~/app/components/section";
import { SelectField } from "~/app/components/select-field";
import type { FormState } from "~/app/lib/form";
import { CONSENT_HINT, formatDistance, PREFERRED_GENDER_OPTIONS } from "~/app/lib/format-profile";
import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  DISTANCE_MAX_KM,
  DISTANCE_MIN_KM,
  DISTANCE_STEP_KM,
} from "~/core/shared/constants";

interface PreferenceFieldsProps {
  form: FormState;
  wasLeftOut: boolean;
}

export function PreferenceFields({ form, wasLeftOut }: PreferenceFieldsProps) {
  const youngest = form.bind("minimum_age_preference");
  const oldest = form.bind("maximum_age_preference");
  const typed = (name: string) => ({ name, text: form.typed(name) });
  return (
    <div className="flex flex-col gap-6">
      <SectionLabel id="preferences">Whom you would like to meet</SectionLabel>
      {wasLeftOut ? (
        <p className="text-ink-muted text-sm">
          Left out lately? Narrower wishes, another gender or date of birth, or a place given up or
          moved by more than 30 km end your wait. Wider wishes keep it.
        </p>
      ) : null}
      <SelectField
        label="Preferred Match Gender"
        hint={CONSENT_HINT}
        options={PREFERRED_GENDER_OPTIONS}
        {...form.bind("preferred_match_gender")}
      />
      <DistanceField form={form} />
      <DualRangeSlider
        label="Preferred Age Range"
        names={[youngest.name, oldest.name]}
        typed={[typed("minimum_age_typed"), typed("maximum_age_typed")]}
        unit="years"
        thumbLabels={["Minimum age", "Maximum age"]}
        min={AGE_PREFERENCE_MIN}
        max={AGE_PREFERENCE_MAX}
        defaultValue={[Number(youngest.defaultValue), Number(oldest.defaultValue)]}
        formatRange={(low, high) => `${low} - ${high} years`}
        errors={youngest.errors ?? oldest.errors}
      />
    </div>
  );
}

/** Without a limit the slider is only dimmed, because a `disabled` slider could not be moved and would not be sent. */
function DistanceField({ form }: { form: FormState }) {
  const { defaultValue, ...field } = form.bind("distance_preference");
  const [isUnlimited, setUnlimited] = useState(form.typed("no_distance_limit") === "on");
  const style = useRegionStyle();
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end sm:gap-8">
      <RangeSlider
        label="Maximum Match Distance"
        {...field}
        typed={{ name: "distance_typed", text: form.typed("distance_typed") }}
        unit="km"
        min={DISTANCE_MIN_KM}
        max={DISTANCE_MAX_KM}
        step={DISTANCE_STEP_KM}
        defaultValue={Number(defaultValue)}
        format={(kilometres) => formatDistance(isUnlimited ? null : kilometres, style)}
        onChange={() => setUnlimited(false)}
        isIdle={isUnlimited}
        className="min-w-0 flex-1"
      />
      <label className="flex min-h-11 shrink-0 cursor-pointer items-center gap-2.5">
        <input
          type="checkbox"
          name="no_distance_limit"
          checked={isUnlimited}
          onChange={(event) => setUnlimited(event.currentTarget.checked)}
          className="size-5 accent-(--accent)"
        />
        No limit
      </label>
    </div>
  );
}
