import { z } from "zod";
import type { Fields } from "~/app/lib/form";
import { type UpdateProfileInput, updateProfileSchema } from "~/core/profile/schemas";
import type { MemberDto } from "~/core/shared/contract";
import { splitLanguages, toTexts } from "./profile-form";

const text = z.string();

export const editFields = z.object({
  ...updateProfileSchema.shape,
  no_distance_limit: text,
  distance_typed: text,
  minimum_age_typed: text,
  maximum_age_typed: text,
  city_query: text,
  city: text,
});

/** Only a page without scripts has number fields (`*_typed`). Their values override those of the sliders. */
function toInput({ languages = "", ...texts }: Fields) {
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

export const editSchema = z.preprocess((fields) => toInput(fields as Fields), updateProfileSchema);

/** Leaves out unchanged fields, so that null ages stay null although the form shows 18 and 80. */
export function onlyChanges(input: UpdateProfileInput, user: MemberDto): UpdateProfileInput {
  const stored: Partial<UpdateProfileInput> = editSchema.safeParse(toTexts(user)).data ?? {};
  const names = Object.keys(input) as (keyof UpdateProfileInput)[];
  const changed = names.filter(
    (name) => JSON.stringify(input[name]) !== JSON.stringify(stored[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}
