import { z } from "zod";
import type { Fields } from "~/app/lib/form";
import { updateProfileSchema } from "~/core/profile/schemas";
import { toInput } from "./profile-form";

const text = z.string();

/** The fields of the page: the profile's own, and those that only the form has. */
export const editFields = z.object({
  ...updateProfileSchema.shape,
  no_distance_limit: text,
  distance_typed: text,
  minimum_age_typed: text,
  maximum_age_typed: text,
  city_query: text,
  city: text,
});

/** A profile edit, parsed from the form's texts. */
export const editSchema = z.preprocess((fields) => toInput(fields as Fields), updateProfileSchema);
