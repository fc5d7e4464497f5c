import { z } from "zod";
import { ACTION_KINDS, REPORT_OUTCOMES, REPORT_REASONS, STANDINGS } from "../constants";
import { instant, optionalText, text } from "./fields";

const reason = z.enum(REPORT_REASONS);

export const ownActionSchema = z.strictObject({
  kind: z.enum(ACTION_KINDS),
  reason,
  text,
  until: instant.nullable(),
  created_at: instant,
});
export type OwnActionDto = z.infer<typeof ownActionSchema>;

export const actionSchema = z.strictObject({ action_id: text, ...ownActionSchema.shape });
export type ActionDto = z.infer<typeof actionSchema>;

const standing = z.enum(STANDINGS);
export type Standing = z.infer<typeof standing>;

const appealState = z.enum(["open", "upheld", "overturned"]).nullable();

export const standingSchema = z.strictObject({
  standing,
  /** Null in good standing. */
  action: ownActionSchema.nullable(),
  appeal: appealState,
});
export type StandingDto = z.infer<typeof standingSchema>;

export const ownReportSchema = z.strictObject({
  report_id: text,
  /** `user_id` and `name` are null once the reported account is deleted. */
  user_id: optionalText,
  name: optionalText,
  reason,
  created_at: instant,
  outcome: z.enum(["received", ...REPORT_OUTCOMES]),
});
export type OwnReportDto = z.infer<typeof ownReportSchema>;

export const adminMemberSchema = z.strictObject({
  user_id: text,
  name: text,
  email: text,
  created_at: instant,
  standing,
  open_reports: z.int(),
});
export type AdminMemberDto = z.infer<typeof adminMemberSchema>;

const adminActionSchema = z.strictObject({
  ...actionSchema.shape,
  note: optionalText,
  report_id: optionalText,
  /** A placeholder once the admin's account is deleted. */
  admin_name: optionalText,
  appeal: appealState,
});
export type AdminActionDto = z.infer<typeof adminActionSchema>;

const memberReportSchema = z.strictObject({
  report_id: text,
  user_id: text,
  name: text,
  reason,
  status: z.enum(["open", "resolved"]),
  outcome: z.enum(REPORT_OUTCOMES).nullable(),
  created_at: instant,
});
export type MemberReportDto = z.infer<typeof memberReportSchema>;

const namedSchema = z.strictObject({ user_id: text, name: text });

/** Without the member's position, which only `revealPosition` returns. */
export const adminMemberPageSchema = z.strictObject({
  user_id: text,
  name: text,
  email: text,
  created_at: instant,
  is_admin: z.boolean(),
  age: z.int().nullable(),
  gender: optionalText,
  location: optionalText,
  bio: optionalText,
  standing,
  same_mailbox: z.array(namedSchema),
  actions: z.array(adminActionSchema),
  reports_about: z.array(memberReportSchema),
  reports_by: z.array(memberReportSchema),
  blocks: z.array(
    z.strictObject({ ...namedSchema.shape, by: z.enum(["member", "other"]), block_date: instant }),
  ),
  pairings: z.array(
    z.strictObject({
      conversation_id: text,
      ...namedSchema.shape,
      pairing_date: text,
      expiry_date: instant,
    }),
  ),
  sessions: z.array(
    z.strictObject({ created_at: instant, last_seen_at: instant.nullable(), expires_at: instant }),
  ),
});
export type AdminMemberPageDto = z.infer<typeof adminMemberPageSchema>;

export const appealSchema = z.strictObject({
  appeal_id: text,
  user_id: text,
  name: text,
  action: actionSchema,
  text,
  created_at: instant,
  decision: z.enum(["upheld", "overturned"]).nullable(),
});
export type AppealDto = z.infer<typeof appealSchema>;

export interface AuditRowDto {
  id: string;
  adminName: string | null;
  action: string;
  rows: number;
  subject: { user_id: string; name: string } | null;
  objectId: string | null;
  created_at: string;
}
