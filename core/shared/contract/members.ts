import { z } from "zod";
import { REPORT_REASONS, REPORT_STATUSES } from "../constants";
import {
  date,
  instant,
  optionalDegrees,
  optionalGender,
  optionalInteger,
  optionalText,
  text,
} from "./fields";
import { ownActionSchema } from "./moderation";
import { notificationSettingsSchema } from "./notifications";

export const memberSchema = z.strictObject({
  id: text,
  user_id: text,
  name: text,
  email: text,
  dob: date,
  age: optionalInteger,
  gender: optionalGender,
  preferred_match_gender: optionalGender,
  avatar_url: optionalText,
  location: optionalText,
  bio: optionalText,
  languages: z.array(text),
  timezone: optionalText,
  latitude: optionalDegrees,
  longitude: optionalDegrees,
  distance_preference: optionalInteger,
  minimum_age_preference: optionalInteger,
  maximum_age_preference: optionalInteger,
  /**
   * Until this instant, the member isn't paired with accounts that joined after the member chose this. Null if the
   * member hasn't chosen it.
   */
  newcomers_away_until: instant.nullable(),
  is_admin: z.boolean(),
});
export type MemberDto = z.infer<typeof memberSchema>;

/** Languages that both members named when they were paired, in the viewer's order. */
export const sharedLanguages = z.array(text);

/** All that another member may know (docs/rules.md#partner). */
export const publicProfileSchema = memberSchema
  .pick({
    id: true,
    user_id: true,
    name: true,
    avatar_url: true,
    location: true,
    age: true,
    gender: true,
    bio: true,
  })
  .extend({ shared_languages: sharedLanguages });
export type PublicProfileDto = z.infer<typeof publicProfileSchema>;

export const blockSchema = z.strictObject({
  block_id: text,
  user_id: text,
  name: text,
  avatar_url: optionalText,
  block_date: instant,
});
export type BlockDto = z.infer<typeof blockSchema>;

/** The timezone is null if no known place is near. */
export const placeSchema = z.strictObject({ location: text, timezone: optionalText });

export const languageSchema = z.strictObject({ code: text, name: text });
export type LanguageDto = z.infer<typeof languageSchema>;

export const citySchema = z.strictObject({
  location: text,
  timezone: optionalText,
  latitude: z.number(),
  longitude: z.number(),
});

/**
 * The member skips the runs from `from` to the day before `until`. If `until` is null, the pause has no end date.
 * `paused` is true even before the pause begins.
 */
export const availabilitySchema = z.strictObject({
  paused: z.boolean(),
  from: date.nullable(),
  until: date.nullable(),
});
export type AvailabilityDto = z.infer<typeof availabilitySchema>;

/** `last_seen_at` is exact to a day, except for the current session. */
export const sessionSchema = z.strictObject({
  session_id: text,
  created_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
});
export type SessionDto = z.infer<typeof sessionSchema>;

export const emailStateSchema = z.strictObject({
  email: text,
  verified: z.boolean(),
  mail: z.boolean(),
  pairing_waits: z.boolean(),
  wants_notices: z.boolean(),
  pending: z
    .strictObject({
      email: text,
      old_confirmed: z.boolean(),
      new_confirmed: z.boolean(),
      expires_at: instant,
    })
    .nullable(),
});
export type EmailStateDto = z.infer<typeof emailStateSchema>;

export const exportSchema = z.strictObject({
  exported_at: instant,
  profile: memberSchema,
  registered_at: instant,
  availability: z.strictObject({
    paused_from: date.nullable(),
    paused_until: date.nullable(),
    last_seen_on: date.nullable(),
    absence_told_on: date.nullable(),
  }),
  email_verified_at: instant.nullable(),
  zone: optionalText,
  wants_notices: z.boolean(),
  /** Null before the member has chosen. `unanswered` counts the mails in a row without a visit. */
  reminders: z
    .strictObject({ on: z.boolean(), sent_on: date.nullable(), unanswered: z.int() })
    .nullable(),
  /** Consents to the use of gender and preference (GDPR Art. 9). */
  consents: z.array(
    z.strictObject({
      kind: z.enum(["given", "notified", "withdrawn"]),
      version: text,
      created_at: instant,
    }),
  ),
  passkeys: z.array(
    z.strictObject({ name: text, created_at: instant, last_used_at: instant.nullable() }),
  ),
  /** Only digests of the links' secrets are stored. */
  mail_links: z.array(
    z.strictObject({
      purpose: text,
      email: text,
      created_at: instant,
      expires_at: instant,
      used_at: instant.nullable(),
    }),
  ),
  sessions: z.array(
    z.strictObject({ created_at: instant, last_seen_at: instant, expires_at: instant }),
  ),
  failed_sign_ins: z.array(z.strictObject({ since: instant, count: z.int() })),
  notification_settings: notificationSettingsSchema.nullable(),
  push_subscriptions: z.array(
    z.strictObject({ label: text, created_at: instant, last_success_at: instant.nullable() }),
  ),
  /** Only keyed digests of the networks are stored. */
  sign_in_networks: z.array(z.strictObject({ last_seen_at: instant })),
  limits: z.array(z.strictObject({ limit: text, since: instant, count: z.int() })),
  conversations: z.array(
    z.strictObject({
      conversation_id: text,
      pairing_date: date,
      expiry_date: instant,
      partner_name: text,
      opened_by_you: z.boolean(),
      favourite: z.boolean(),
      messages: z.array(
        z.strictObject({
          message_id: text,
          sent_by_you: z.boolean(),
          content: text,
          client_id: optionalText,
          created_at: instant,
          read_at: instant.nullable(),
        }),
      ),
      /** The questions that the member answered, with both answers if they are revealed. */
      questions: z.array(
        z.strictObject({
          level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
          question: text,
          mine: optionalText,
          theirs: optionalText,
        }),
      ),
    }),
  ),
  sealed_addresses: z.array(
    z.strictObject({ conversation_id: text, mine: optionalText, theirs: optionalText }),
  ),
  days_off: z.array(z.strictObject({ date })),
  blocks: z.array(z.strictObject({ user_id: text, name: text, block_date: instant })),
  reports: z.array(
    z.strictObject({
      reported_name: text,
      reason: z.enum(REPORT_REASONS),
      details: optionalText,
      conversation_id: optionalText,
      /** Only the member's own messages. */
      evidence: z.array(
        z.strictObject({ content: text, created_at: instant, is_read: z.boolean() }),
      ),
      status: z.enum(REPORT_STATUSES),
      created_at: instant,
      resolved_at: instant.nullable(),
    }),
  ),
  actions: z.array(ownActionSchema),
  appeals: z.array(
    z.strictObject({
      text,
      created_at: instant,
      decision: z.enum(["upheld", "overturned"]).nullable(),
      answer: optionalText,
    }),
  ),
  admin_actions: z.array(z.strictObject({ action: text, rows: z.int(), created_at: instant })),
});
export type ExportDto = z.infer<typeof exportSchema>;

export interface PasskeyDto {
  passkey_id: string;
  name: string;
  is_backed_up: boolean;
  created_at: string;
  last_used_at: string | null;
}
