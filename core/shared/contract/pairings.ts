import { z } from "zod";
import { FEWER_THAN_MINIMUM, MIN_DISCLOSED_COUNT } from "../constants";
import { date, instant, optionalDegrees, optionalInteger, optionalText, text } from "./fields";
import { memberSchema, sharedLanguages } from "./members";

/** Coordinates are rounded to one decimal, and the date of birth to the year (docs/rules.md#partner). */
const partnerSchema = memberSchema
  .pick({
    user_id: true,
    name: true,
    avatar_url: true,
    location: true,
    latitude: true,
    longitude: true,
    age: true,
  })
  .extend({ dob: date.nullable(), shared_languages: sharedLanguages });
export type PartnerDto = z.infer<typeof partnerSchema>;

export const currentPairingSchema = z.strictObject({
  conversation: z.strictObject({ id: text, expiryDate: instant }),
  partner: partnerSchema,
});
export type CurrentPairingDto = z.infer<typeof currentPairingSchema>;

export const pastPairingSchema = z.strictObject({
  conversation_id: text,
  expiry_date: instant,
  partner_id: text,
  partner_name: text,
  partner_avatar: optionalText,
  partner_location: optionalText,
  partner_latitude: optionalDegrees,
  partner_longitude: optionalDegrees,
  partner_dob: date.nullable(),
  partner_age: optionalInteger,
  shared_languages: sharedLanguages,
});
export type PastPairingDto = z.infer<typeof pastPairingSchema>;

/**
 * A count below five could identify a member. So could a count that leaves fewer than five of the considered members.
 */
const disclosedCount = z.union([z.int().min(MIN_DISCLOSED_COUNT), z.literal(FEWER_THAN_MINIMUM)]);
export type DisclosedCount = z.infer<typeof disclosedCount>;

/** How many members each preference excluded. The counts are null unless today's run left the viewer out. */
export const whyNoMatchSchema = z.strictObject({
  paired: z.boolean(),
  /** Rounded to the nearest ten. In a run of more than 10,000 members, every count is also rounded to two digits. */
  considered: disclosedCount.nullable(),
  excludedBy: z
    .strictObject({
      gender: disclosedCount,
      age: disclosedCount,
      distance: disclosedCount,
      theirPreferences: disclosedCount,
    })
    .nullable(),
});
export type WhyNoMatchDto = z.infer<typeof whyNoMatchSchema>;

export const runResultSchema = z.strictObject({
  message: text,
  pairs: z.int(),
  unmatched: z.int(),
});
