import { z } from "zod";
import { REPORT_STATUSES } from "~/core/admin/schemas";
import { GENDERS, REPORT_REASONS } from "~/core/shared/constants";

/** The shapes of answers (contract §3), for the OpenAPI document and the tests that hold every answer to it. */

const gender = z.enum(GENDERS).nullable();
const instant = z.iso.datetime({ precision: 3 });
const date = z.iso.date();

export const messageOnly = z.strictObject({ message: z.string() });

export const memberShape = z.strictObject({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  dob: date,
  age: z.int().nullable(),
  gender,
  preferred_match_gender: gender,
  avatar_url: z.string().nullable(),
  location: z.string().nullable(),
  bio: z.string().nullable(),
  timezone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  distance_preference: z.int().nullable(),
  minimum_age_preference: z.int().nullable(),
  maximum_age_preference: z.int().nullable(),
  is_admin: z.boolean(),
});

export const partnerShape = z.strictObject({
  user_id: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  dob: date.nullable(),
  age: z.int().nullable(),
});

export const currentPairingShape = z.strictObject({
  conversation: z.strictObject({ id: z.string(), expiryDate: instant }),
  partner: partnerShape,
});

export const pastPairingShape = z.strictObject({
  conversation_id: z.string(),
  expiry_date: instant,
  partner_id: z.string(),
  partner_name: z.string(),
  partner_avatar: z.string().nullable(),
  partner_location: z.string().nullable(),
  partner_latitude: z.number().nullable(),
  partner_longitude: z.number().nullable(),
  partner_dob: date.nullable(),
  partner_age: z.int().nullable(),
});

export const messageShape = z.strictObject({
  message_id: z.string(),
  content: z.string(),
  sender_id: z.string(),
  sender_name: z.string(),
  sender_avatar: z.string().nullable(),
  created_at: instant,
  sent_at: instant,
  is_read: z.boolean(),
  client_id: z.string().nullable(),
});

export const blockStatusShape = z.strictObject({
  isBlocked: z.boolean(),
  blockedByYou: z.boolean(),
});

const toldCount = z.union([z.int().min(5), z.literal("fewer than 5")]);

export const whyNoMatchShape = z.strictObject({
  paired: z.boolean(),
  considered: toldCount.nullable(),
  excludedBy: z
    .strictObject({
      gender: toldCount,
      age: toldCount,
      distance: toldCount,
      theirPreferences: toldCount,
    })
    .nullable(),
});

export const publicProfileShape = z.strictObject({
  user_id: z.string(),
  id: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  location: z.string().nullable(),
  age: z.int().nullable(),
  gender,
  bio: z.string().nullable(),
});

export const placeShape = z.strictObject({ location: z.string(), timezone: z.string() });

export const cityShape = z.strictObject({
  location: z.string(),
  timezone: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

export const blockShape = z.strictObject({
  block_id: z.string(),
  user_id: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  block_date: instant,
});

export const exportShape = z.strictObject({
  exported_at: instant,
  profile: memberShape,
  registered_at: instant,
  sessions: z.array(z.strictObject({ created_at: instant, expires_at: instant })),
  failed_sign_ins: z.array(z.strictObject({ attempted_at: instant })),
  conversations: z.array(
    z.strictObject({
      conversation_id: z.string(),
      pairing_date: date,
      expiry_date: instant,
      partner_name: z.string(),
      messages: z.array(
        z.strictObject({
          message_id: z.string(),
          sent_by_you: z.boolean(),
          content: z.string(),
          client_id: z.string().nullable(),
          created_at: instant,
          read_at: instant.nullable(),
        }),
      ),
    }),
  ),
  days_off: z.array(z.strictObject({ date })),
  blocks: z.array(z.strictObject({ name: z.string(), block_date: instant })),
  reports: z.array(
    z.strictObject({
      reported_name: z.string(),
      reason: z.enum(REPORT_REASONS),
      details: z.string().nullable(),
      conversation_id: z.string().nullable(),
      evidence: z.array(
        z.strictObject({
          sent_by_you: z.boolean(),
          content: z.string(),
          created_at: instant,
          is_read: z.boolean(),
        }),
      ),
      status: z.enum(REPORT_STATUSES),
      created_at: instant,
      resolved_at: instant.nullable(),
    }),
  ),
  admin_actions: z.array(
    z.strictObject({ action: z.string(), rows: z.int(), created_at: instant }),
  ),
});

const adminSide = <Side extends "user1" | "user2">(side: Side) =>
  ({
    [`${side}_id`]: z.string(),
    [`${side}_name`]: z.string(),
    [`${side}_email`]: z.string(),
    [`${side}_gender`]: gender,
    [`${side}_location`]: z.string().nullable(),
    [`${side}_latitude`]: z.number().nullable(),
    [`${side}_longitude`]: z.number().nullable(),
    [`${side}_distance_preference`]: z.int().nullable(),
    [`${side}_age`]: z.int().nullable(),
    [`${side}_min_age_pref`]: z.int().nullable(),
    [`${side}_max_age_pref`]: z.int().nullable(),
  }) satisfies z.ZodRawShape;

export const adminPairingShape = z.strictObject({
  pairing_id: z.string(),
  pairing_date: date,
  ...adminSide("user1"),
  ...adminSide("user2"),
});

export const adminBlockShape = z.strictObject({
  block_id: z.string(),
  blocker_id: z.string(),
  blocker_name: z.string(),
  blocker_email: z.string(),
  blocked_id: z.string(),
  blocked_name: z.string(),
  blocked_email: z.string(),
  block_date: instant,
});

export const adminReportShape = z.strictObject({
  report_id: z.string(),
  reporter_id: z.string(),
  reporter_name: z.string(),
  reported_id: z.string(),
  reported_name: z.string(),
  reason: z.enum(REPORT_REASONS),
  details: z.string().nullable(),
  conversation_id: z.string().nullable(),
  evidence: z.array(messageShape.omit({ client_id: true })),
  status: z.enum(REPORT_STATUSES),
  created_at: instant,
  resolved_at: instant.nullable(),
});

export const adminRunShape = z.strictObject({
  run_id: z.string(),
  date,
  trigger: z.enum(["cron", "admin"]),
  state: z.enum(["claimed", "published", "failed"]),
  members: z.int(),
  pairs: z.int(),
  unmatched: z.int(),
  repeats: z.int(),
  proven_maximum: z.boolean(),
  started_at: instant,
  published_at: instant.nullable(),
  duration_ms: z.int().nullable(),
});
