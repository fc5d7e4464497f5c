import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  DISTANCE_DEFAULT_KM,
  GENDER_ANY,
  GENDER_UNSTATED,
} from "~/core/shared/constants";
import type { MemberDto } from "~/core/shared/contract";

/** The fields of the edit form by name, as text: what a browser sends. */
export interface ProfileFormFields {
  name: string;
  bio: string;
  dob: string;
  gender: string;
  preferred_match_gender: string;
  distance_preference: string;
  no_distance_limit: string;
  minimum_age_preference: string;
  maximum_age_preference: string;
}

/** What the form shows for a stored profile. */
export function toFormFields(user: MemberDto): ProfileFormFields {
  return {
    name: user.name,
    bio: user.bio ?? "",
    dob: user.dob.slice(0, 10),
    gender: user.gender ?? GENDER_UNSTATED,
    preferred_match_gender: user.preferred_match_gender ?? GENDER_ANY,
    distance_preference: String(user.distance_preference ?? DISTANCE_DEFAULT_KM),
    no_distance_limit: user.distance_preference === null ? "on" : "",
    minimum_age_preference: String(user.minimum_age_preference ?? AGE_PREFERENCE_MIN),
    maximum_age_preference: String(user.maximum_age_preference ?? AGE_PREFERENCE_MAX),
  };
}

/** Every field of the page's forms by name: those of the profile, of its place and of the search for a city. */
export const EDIT_FIELDS: readonly string[] = [
  "name",
  "bio",
  "dob",
  "gender",
  "preferred_match_gender",
  "distance_preference",
  "no_distance_limit",
  "minimum_age_preference",
  "maximum_age_preference",
  "location",
  "timezone",
  "latitude",
  "longitude",
  "city",
  "city_query",
  "intent",
];

// An empty or foreign text becomes NaN, which the schema refuses in words.
const number = (value: unknown) =>
  typeof value === "string" && value !== "" ? Number(value) : Number.NaN;

const CITY_SEPARATOR = "|";

/** A found city as the value of a button: the way to choose one with scripts off. */
export function toCityValue(city: { latitude: number; longitude: number; location: string }) {
  return [city.latitude, city.longitude, city.location].join(CITY_SEPARATOR);
}

/** The position and name in {@link toCityValue}; checked by the location schema afterwards. */
export function fromCityValue(value: string) {
  const [latitude, longitude, ...location] = value.split(CITY_SEPARATOR);
  return {
    latitude: number(latitude),
    longitude: number(longitude),
    location: location.join(CITY_SEPARATOR),
  };
}
