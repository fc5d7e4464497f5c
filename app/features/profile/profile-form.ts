import type { z } from "zod";
import type { Fields } from "~/app/lib/form";
import type { updateProfileSchema } from "~/core/profile/schemas";
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

/** Codes of comma-separated language names, each once. An unknown name stays as it is. */
export const splitLanguages = (text: string): string[] => {
  const names = text.split(/[,;،、]/).map((name) => name.trim());
  return [...new Set(names.filter(Boolean).map((name) => CODES.get(foldText(name)) ?? name))];
};

/** The profile as the form shows it, in the shape of the profile call's input. */
export function toShown(user: MemberDto) {
  return {
    name: user.name,
    bio: user.bio,
    languages: user.languages,
    dob: user.dob.slice(0, 10),
    gender: user.gender ?? GENDER_UNSTATED,
    preferred_match_gender: user.preferred_match_gender ?? GENDER_ANY,
    distance_preference: user.distance_preference,
    minimum_age_preference: user.minimum_age_preference ?? AGE_PREFERENCE_MIN,
    maximum_age_preference: user.maximum_age_preference ?? AGE_PREFERENCE_MAX,
  } satisfies z.input<typeof updateProfileSchema>;
}

export function toTexts(user: MemberDto): Record<string, string> {
  const { languages, distance_preference: distance, ...shown } = toShown(user);
  return {
    ...Object.fromEntries(
      Object.entries(shown).map(([name, value]) => [name, String(value ?? "")]),
    ),
    languages: nameLanguages(languages)
      .map(({ name }) => name)
      .join(SEPARATOR),
    distance_preference: String(distance ?? DISTANCE_DEFAULT_KM),
    no_distance_limit: distance === null ? "on" : "",
  };
}

/**
 * The profile call's input from the form's texts. A typed number, which only a page without scripts
 * sends, overrides its slider. A missing or non-numeric value gets the schema's message.
 */
export function toInput({ languages = "", ...texts }: Fields) {
  const { name = "", bio = null, dob = "", gender = "", preferred_match_gender = "" } = texts;
  return {
    ...{ name, bio, dob, gender, preferred_match_gender },
    languages: splitLanguages(String(languages)),
    distance_preference: texts.no_distance_limit
      ? null
      : Number(texts.distance_typed ?? texts.distance_preference),
    minimum_age_preference: Number(texts.minimum_age_typed ?? texts.minimum_age_preference),
    maximum_age_preference: Number(texts.maximum_age_typed ?? texts.maximum_age_preference),
  };
}
