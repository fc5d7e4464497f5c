import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  DISTANCE_DEFAULT_KM,
  GENDER_ANY,
  GENDER_UNSTATED,
} from "~/core/shared/constants";
import type { MemberDto } from "~/core/shared/contract";
import { foldText } from "~/core/shared/fold-text";
import { LANGUAGES, nameLanguages } from "~/core/shared/languages";

export const SEPARATOR = ", ";

const CODES = new Map(LANGUAGES.map(({ code, name }) => [foldText(name), code]));

/** An unknown name stays as it is, so that the schema refuses it. */
export const splitLanguages = (text: string): string[] => {
  const names = text.split(/[,;،、]/).map((name) => name.trim());
  return [...new Set(names.filter(Boolean).map((name) => CODES.get(foldText(name)) ?? name))];
};

export function toTexts(user: MemberDto): Record<string, string> {
  return {
    name: user.name,
    bio: user.bio ?? "",
    languages: nameLanguages(user.languages)
      .map(({ name }) => name)
      .join(SEPARATOR),
    dob: user.dob.slice(0, 10),
    gender: user.gender ?? GENDER_UNSTATED,
    preferred_match_gender: user.preferred_match_gender ?? GENDER_ANY,
    distance_preference: String(user.distance_preference ?? DISTANCE_DEFAULT_KM),
    no_distance_limit: user.distance_preference === null ? "on" : "",
    minimum_age_preference: String(user.minimum_age_preference ?? AGE_PREFERENCE_MIN),
    maximum_age_preference: String(user.maximum_age_preference ?? AGE_PREFERENCE_MAX),
  };
}
