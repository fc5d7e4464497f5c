import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  GENDER_ANY,
  GENDER_UNSTATED,
  GENDERS,
} from "~/core/shared/constants";
import type { MemberDto } from "~/core/shared/contract";
import type { RegionStyle } from "~/core/shared/region-style";
import { formatCalendarDate } from "./format-local";

export const NOT_SPECIFIED = "Not specified";
export const NO_BIO = "No bio available";

export const NAME_HINT = "Your match sees this name. A first name is enough.";

const asOptions = GENDERS.map((gender) => ({ value: gender, label: gender }));

export const GENDER_OPTIONS = [
  ...asOptions,
  { value: GENDER_UNSTATED, label: "Prefer not to say" },
];
export const PREFERRED_GENDER_OPTIONS = [...asOptions, { value: GENDER_ANY, label: "Surprise me" }];

export function formatAge(age: number): string {
  return `${age} years`;
}

export function formatDateOfBirth(
  { dob, age }: Pick<MemberDto, "dob" | "age">,
  style: RegionStyle,
): string {
  if (age === null) return NOT_SPECIFIED;
  return `${formatCalendarDate(dob, style)} (${formatAge(age)})`;
}

const KM_PER_MILE = 1.609344;

export function formatDistance(kilometres: number | null, { hasMiles }: RegionStyle): string {
  if (kilometres === null) return "No limit";
  const miles = hasMiles ? ` (${Math.round(kilometres / KM_PER_MILE)} mi)` : "";
  return `${kilometres} km${miles}`;
}

/** For example '25 - 40 years'. '(default)' follows the range 18 to 80 (docs/rules.md#screens). */
export function formatAgeRange(minimum: number | null, maximum: number | null): string {
  const low = minimum ?? AGE_PREFERENCE_MIN;
  const high = maximum ?? AGE_PREFERENCE_MAX;
  const isDefault = low === AGE_PREFERENCE_MIN && high === AGE_PREFERENCE_MAX;
  return `${low} - ${high} years${isDefault ? " (default)" : ""}`;
}

export const CONSENT_HINT =
  "We use this and your gender to pair you, and for nothing else. By saving a choice you consent to that use.";

/** If city and state have the same name, it is shown once: 'Berlin, Germany' (docs/decisions/region.md). */
export function placeWords(location: string): string {
  const [city, state, ...rest] = location.split(", ");
  return city === state && rest.length > 0 ? [city, ...rest].join(", ") : location;
}
