import { type ComponentProps, useState } from "react";
import { useRegionStyle } from "~/app/components/local-time";
import { DualRangeSlider, RangeSlider } from "~/app/components/range-slider";
import { formatDistance } from "~/app/lib/format-profile";
import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  DISTANCE_MAX_KM,
  DISTANCE_MIN_KM,
  DISTANCE_STEP_KM,
} from "~/core/shared/constants";

interface DistanceFieldProps extends Pick<ComponentProps<typeof RangeSlider>, "typed"> {
  /** The slider's initial value in kilometres, also while there is no limit. */
  defaultValue: number;
  defaultUnlimited: boolean;
  errors?: readonly string[];
}

/**
 * The slider with 'No limit' beside it. Moving the slider sets a limit (docs/rules.md#screens);
 * with scripts off the member clears the box. Without a limit the slider is only dimmed, because a
 * `disabled` one could not be moved and would not be sent.
 */
export function DistanceField({
  defaultValue,
  typed,
  defaultUnlimited,
  errors,
}: DistanceFieldProps) {
  const [isUnlimited, setUnlimited] = useState(defaultUnlimited);
  const style = useRegionStyle();
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end sm:gap-8">
      <RangeSlider
        label="Maximum Match Distance"
        name="distance_preference"
        typed={typed}
        unit="km"
        min={DISTANCE_MIN_KM}
        max={DISTANCE_MAX_KM}
        step={DISTANCE_STEP_KM}
        defaultValue={defaultValue}
        format={(kilometres) => formatDistance(isUnlimited ? null : kilometres, style)}
        onChange={() => setUnlimited(false)}
        errors={errors}
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

interface AgeRangeFieldProps extends Pick<ComponentProps<typeof DualRangeSlider>, "typed"> {
  defaultValue: readonly [number, number];
  errors?: readonly string[];
}

export function AgeRangeField({ defaultValue, typed, errors }: AgeRangeFieldProps) {
  return (
    <DualRangeSlider
      label="Preferred Age Range"
      names={["minimum_age_preference", "maximum_age_preference"]}
      typed={typed}
      unit="years"
      thumbLabels={["Minimum age", "Maximum age"]}
      min={AGE_PREFERENCE_MIN}
      max={AGE_PREFERENCE_MAX}
      defaultValue={defaultValue}
      formatRange={(low, high) => `${low} - ${high} years`}
      errors={errors}
    />
  );
}
