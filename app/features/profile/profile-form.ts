import type { z } from "zod";
import type { PageForms } from "~/app/lib/forms";
import type { updateProfileSchema } from "~/core/profile/schemas";
import { plainText } from "~/core/shared/code-points";
import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  DISTANCE_DEFAULT_KM,
  GENDER_ANY,
  GENDER_UNSTATED,
} from "~/core/shared/constants";
import type { MemberDto } from "~/core/shared/contract";

const OFFLINE = { offline: "An error occurred while updating your profile" } as const;

/** The forms of the edit page, by the intent of their button. */
export const EDIT_FORMS = {
  "": { fallback: "Failed to update profile", ...OFFLINE },
  location: { fallback: "Failed to update profile", ...OFFLINE },
  "search-cities": { fallback: "Failed to find cities", ...OFFLINE },
} as const satisfies PageForms;

type ProfileInput = z.input<typeof updateProfileSchema>;
type FormText = Partial<Record<string, unknown>>;

interface Field<Value> {
  /** Returns the field's text for a stored profile. */
  show: (user: MemberDto) => string;
  /** Returns the profile call's value from the form's text. Missing if another field reads this one. */
  read?: (form: FormText) => Value;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");
// An empty or invalid text becomes NaN, which the schema refuses with a message.
const number = (value: unknown) => (text(value) === "" ? Number.NaN : Number(text(value)));

/** The five lists of languages. The first shows the errors of all. A language that is chosen twice counts once. */
export const LANGUAGE_FIELDS = [
  "languages",
  "language_2",
  "language_3",
  "language_4",
  "language_5",
] as const;

/** The numbers that are typed with scripts off. Each goes before its slider; an empty one leaves the slider's value. */
export const TYPED_FIELDS = ["distance_typed", "minimum_age_typed", "maximum_age_typed"] as const;

const NOT_TYPED = { show: () => "" };

/** The fields of the edit form by name. An empty bio and 'No limit' are null. */
const FIELDS = {
  name: { show: (user) => user.name, read: (form) => text(form.name) },
  bio: {
    show: (user) => user.bio ?? "",
    read: (form) => {
      const bio = plainText(text(form.bio));
      return bio.trim() === "" ? null : bio;
    },
  },
  languages: {
    show: (user) => user.languages[0] ?? "",
    read: (form) => {
      const codes = LANGUAGE_FIELDS.map((name) => text(form[name])).filter((code) => code !== "");
      return [...new Set(codes)];
    },
  },
  language_2: { show: (user) => user.languages[1] ?? "" },
  language_3: { show: (user) => user.languages[2] ?? "" },
  language_4: { show: (user) => user.languages[3] ?? "" },
  language_5: { show: (user) => user.languages[4] ?? "" },
  dob: { show: (user) => user.dob.slice(0, 10), read: (form) => text(form.dob) },
  gender: { show: (user) => user.gender ?? GENDER_UNSTATED, read: (form) => text(form.gender) },
  preferred_match_gender: {
    show: (user) => user.preferred_match_gender ?? GENDER_ANY,
    read: (form) => text(form.preferred_match_gender),
  },
  distance_preference: {
    show: (user) => String(user.distance_preference ?? DISTANCE_DEFAULT_KM),
    read: (form) =>
      form.no_distance_limit ? null : number(form.distance_typed || form.distance_preference),
  },
  no_distance_limit: { show: (user) => (user.distance_preference === null ? "on" : "") },
  minimum_age_preference: {
    show: (user) => String(user.minimum_age_preference ?? AGE_PREFERENCE_MIN),
    read: (form) => number(form.minimum_age_typed || form.minimum_age_preference),
  },
  maximum_age_preference: {
    show: (user) => String(user.maximum_age_preference ?? AGE_PREFERENCE_MAX),
    read: (form) => number(form.maximum_age_typed || form.maximum_age_preference),
  },
  distance_typed: NOT_TYPED,
  minimum_age_typed: NOT_TYPED,
  maximum_age_typed: NOT_TYPED,
} satisfies { [Name in keyof ProfileInput]?: Field<ProfileInput[Name]> } & {
  [Name in
    | (typeof LANGUAGE_FIELDS)[number]
    | (typeof TYPED_FIELDS)[number]
    | "no_distance_limit"]: Pick<Field<never>, "show">;
};

export type ProfileFieldName = keyof typeof FIELDS;
type ProfileFormFields = Record<ProfileFieldName, string>;

export const PROFILE_FIELDS: readonly string[] = Object.keys(FIELDS);

const ENTRIES = Object.entries<Field<unknown>>(FIELDS);

/** Returns the form's text for a stored profile. */
export function toFormFields(user: MemberDto): ProfileFormFields {
  return Object.fromEntries(
    ENTRIES.map(([name, { show }]) => [name, show(user)]),
  ) as ProfileFormFields;
}

/** Converts the form's text to the profile call's input. Also used for the text that the form shows for a stored profile. */
export function toInput(form: FormText): ProfileInput {
  const read = ENTRIES.flatMap(([name, field]) => (field.read ? [[name, field.read(form)]] : []));
  return Object.fromEntries(read);
}

/** Converts the edit form to the profile call's input, in browser and server. */
export const readProfile = (form: FormData) => toInput(Object.fromEntries(form));

const CITY_SEPARATOR = "|";

/** A found city as the value of a submit button, by which it is chosen with scripts off. */
export function toCityValue(city: { latitude: number; longitude: number; location: string }) {
  return [city.latitude, city.longitude, city.location].join(CITY_SEPARATOR);
}

/** Reads position and name from {@link toCityValue}. The location schema checks them afterwards. */
export function fromCityValue(value: string) {
  const [latitude, longitude, ...location] = value.split(CITY_SEPARATOR);
  return {
    latitude: number(latitude),
    longitude: number(longitude),
    location: location.join(CITY_SEPARATOR),
  };
}
