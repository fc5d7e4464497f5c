import { z } from "zod";
import { REPORT_OUTCOMES, REPORT_REASONS, REPORT_STATUSES } from "../constants";
import { messageSchema } from "./conversations";
import {
  date,
  instant,
  optionalDegrees,
  optionalGender,
  optionalInteger,
  optionalText,
  text,
} from "./fields";

const evidenceMessageSchema = messageSchema.omit({ client_id: true }).extend({
  question: text.optional(),
  /** Only on the message that the reporter named. */
  reported: z.literal(true).optional(),
});

const evidenceAddressSchema = z.strictObject({
  kind: z.literal("address"),
  message_id: z.null(),
  sender_id: text,
  content: text,
  created_at: instant,
  withdrawn_at: instant.nullable(),
});

export type EvidenceMessageDto = z.infer<typeof evidenceMessageSchema>;
export type EvidenceAddressDto = z.infer<typeof evidenceAddressSchema>;

export const adminReportSchema = z.strictObject({
  report_id: text,
  /** Fields that name the reporter are null if the only admin reads a report about themselves. */
  reporter_id: optionalText,
  reporter_name: optionalText,
  /** A keyed digest once the reported account is deleted. */
  reported_id: text,
  reported_name: text,
  reason: z.enum(REPORT_REASONS),
  is_repeat: z.boolean(),
  details: optionalText,
  conversation_id: optionalText,
  /** Present only on request, because each read is audited. */
  evidence: z.array(z.union([evidenceMessageSchema, evidenceAddressSchema])).optional(),
  /** The messages named by later reports that were added to this one. Sent with the evidence. */
  quotes: z.array(z.strictObject({ message_id: text, at: instant, content: text })).optional(),
  /** True if more messages will follow, because the conversation's object didn't answer in time. */
  evidence_pending: z.boolean(),
  status: z.enum(REPORT_STATUSES),
  outcome: z.enum(REPORT_OUTCOMES).nullable(),
  note: optionalText,
  created_at: instant,
  resolved_at: instant.nullable(),
});
export type AdminReportDto = z.infer<typeof adminReportSchema>;

export const adminBlockSchema = z.strictObject({
  block_id: text,
  blocker_id: text,
  blocker_name: text,
  blocker_email: text,
  blocked_id: text,
  blocked_name: text,
  blocked_email: text,
  block_date: instant,
});
export type AdminBlockDto = z.infer<typeof adminBlockSchema>;

export const adminPairingSchema = z.strictObject({
  pairing_id: text,
  pairing_date: date,
  user1_id: text,
  user1_name: text,
  user1_email: text,
  user1_gender: optionalGender,
  user1_location: optionalText,
  user1_latitude: optionalDegrees,
  user1_longitude: optionalDegrees,
  user1_distance_preference: optionalInteger,
  user1_age: optionalInteger,
  user1_min_age_pref: optionalInteger,
  user1_max_age_pref: optionalInteger,
  user2_id: text,
  user2_name: text,
  user2_email: text,
  user2_gender: optionalGender,
  user2_location: optionalText,
  user2_latitude: optionalDegrees,
  user2_longitude: optionalDegrees,
  user2_distance_preference: optionalInteger,
  user2_age: optionalInteger,
  user2_min_age_pref: optionalInteger,
  user2_max_age_pref: optionalInteger,
});
export type AdminPairingDto = z.infer<typeof adminPairingSchema>;

export const adminRunSchema = z.strictObject({
  run_id: text,
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
export type AdminRunDto = z.infer<typeof adminRunSchema>;
