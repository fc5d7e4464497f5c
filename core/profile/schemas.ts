import { z } from "zod";
import {
  dateOfBirthSchema,
  genderSchema,
  nameSchema,
  preferredGenderSchema,
} from "~/core/accounts/schemas";
import { missing } from "~/core/shared/code-points";
import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  BIO_MAX_LENGTH,
  DISTANCE_MAX_KM,
  DISTANCE_MIN_KM,
  DISTANCE_STEP_KM,
  LANGUAGES_MAX,
  LOCATION_MAX_LENGTH,
} from "~/core/shared/constants";
import { roundDegrees } from "~/core/shared/coordinates";
import { areLanguages, LANGUAGES } from "~/core/shared/languages";
import { givenText, textSchema } from "~/core/shared/text";
import { isTimezone, TIMEZONE_OPTIONS, type Timezone } from "~/core/shared/timezones";

const emptyToNull = (text: string) => (text === "" ? null : text);
const bioSchema = textSchema({ max: BIO_MAX_LENGTH, label: "Bio", multiline: true });
const locationSchema = textSchema({
  max: LOCATION_MAX_LENGTH,
  label: "Location",
  noInvisible: true,
});

const timezoneValueSchema = givenText(missing("Timezone"), "Timezone must be text")
  .refine(isTimezone, { error: "Timezone must be one of the listed values, such as UTC+05:30" })
  .transform((value) => value as Timezone)
  .meta({ enum: TIMEZONE_OPTIONS.map(({ value }) => value) });

/** Rounds at once, so that no exact position gets past the schema (docs/rules.md#places). */
function degreesSchema(label: string, limit: number) {
  const words = `${label} must be a number from -${limit} to ${limit}`;
  return z
    .number({
      error: (issue) => (issue.input === undefined ? missing(label) : words),
    })
    .min(-limit, { error: words })
    .max(limit, { error: words })
    .transform((degrees) => roundDegrees(degrees));
}

const latitudeSchema = degreesSchema("Latitude", 90);
const longitudeSchema = degreesSchema("Longitude", 180);

const DISTANCE = `Maximum match distance must be ${DISTANCE_MIN_KM} to ${DISTANCE_MAX_KM} km in steps of ${DISTANCE_STEP_KM}`;
const LANGUAGES_WORDS = `Languages must be at most ${LANGUAGES_MAX} different codes of the list`;
const languagesSchema = z
  .array(z.unknown(), { error: LANGUAGES_WORDS })
  .max(LANGUAGES_MAX, { error: LANGUAGES_WORDS })
  .refine(areLanguages, { error: LANGUAGES_WORDS })
  .transform((codes) => codes.map(String))
  .meta({ items: { enum: LANGUAGES.map(({ code }) => code) }, uniqueItems: true });

const distanceSchema = z
  .int({ error: DISTANCE })
  .min(DISTANCE_MIN_KM, { error: DISTANCE })
  .max(DISTANCE_MAX_KM, { error: DISTANCE })
  .multipleOf(DISTANCE_STEP_KM, { error: DISTANCE });

function ageSchema(label: string) {
  const words = `${label} must be a whole number from ${AGE_PREFERENCE_MIN} to ${AGE_PREFERENCE_MAX}`;
  return z
    .int({ error: words })
    .min(AGE_PREFERENCE_MIN, { error: words })
    .max(AGE_PREFERENCE_MAX, { error: words });
}

export const AGE_RANGE_WORDS = "Minimum age must be at least 1 below the maximum age";

export function isAgeRange(minimum: number | null, maximum: number | null): boolean {
  return (minimum ?? AGE_PREFERENCE_MIN) < (maximum ?? AGE_PREFERENCE_MAX);
}

/** `changeMember` checks the age range, because a request can have only one of the two ages. */
export const updateProfileSchema = z
  .object({
    name: nameSchema.optional(),
    location: locationSchema.transform(emptyToNull).nullish(),
    bio: bioSchema.transform(emptyToNull).nullish(),
    languages: languagesSchema
      .nullable()
      .transform((codes) => codes ?? [])
      .optional(),
    dob: dateOfBirthSchema.optional(),
    timezone: timezoneValueSchema.nullish(),
    gender: genderSchema().optional(),
    preferred_match_gender: preferredGenderSchema().optional(),
    latitude: latitudeSchema.nullish(),
    longitude: longitudeSchema.nullish(),
    distance_preference: distanceSchema.nullish(),
    minimum_age_preference: ageSchema("Minimum age").nullish(),
    maximum_age_preference: ageSchema("Maximum age").nullish(),
    newcomers_away: z
      .boolean({ error: "Keeping newer accounts away must be true or false" })
      .nullish(),
  })
  .superRefine((value, context) => {
    const { latitude, longitude } = value;
    if (latitude === undefined && longitude === undefined) return;
    if (typeof latitude === typeof longitude && (latitude === null) === (longitude === null)) {
      return;
    }
    const path = typeof latitude === "number" ? "longitude" : "latitude";
    const message = "Latitude and longitude belong together: give both or neither";
    context.addIssue({ code: "custom", path: [path], message });
  });
export type UpdateProfileInput = z.output<typeof updateProfileSchema>;

export const updateTimezoneSchema = z.object({ timezone: timezoneValueSchema });
export type UpdateTimezoneInput = z.output<typeof updateTimezoneSchema>;

export const updateLocationSchema = z.object({
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  location: locationSchema.nullish(),
});
export type UpdateLocationInput = z.output<typeof updateLocationSchema>;

function degreesQuerySchema(label: string, schema: ReturnType<typeof degreesSchema>) {
  return z
    .string({ error: missing(label) })
    .regex(/^[+-]?(?:\d{1,3}(?:\.\d{0,30})?|\.\d{1,30})$/, { error: `${label} must be a number` })
    .transform(Number)
    .pipe(schema);
}

export const placeQuerySchema = z.object({
  latitude: degreesQuerySchema("Latitude", latitudeSchema),
  longitude: degreesQuerySchema("Longitude", longitudeSchema),
});

export const citiesQuerySchema = z.object({
  query: textSchema({ min: 1, max: LOCATION_MAX_LENGTH, label: "Query" }),
});
export type CitiesQuery = z.output<typeof citiesQuerySchema>;
