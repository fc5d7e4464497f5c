import { z } from "zod";
import { ACTION_KINDS, REPORT_REASONS } from "~/core/shared/constants";

const token = z.string().regex(/^[\w-]{43}$/);

/** A link is made from the token and the site's origin. */
export const mailSchema = z.discriminatedUnion("template", [
  z.object({ template: z.literal("verify_email"), token }),
  z.object({ template: z.literal("reset_password"), token }),
  z.object({ template: z.literal("password_changed") }),
  z.object({ template: z.literal("passkey_added") }),
  z.object({ template: z.literal("change_email_old"), token, newEmail: z.string() }),
  z.object({ template: z.literal("change_email_new"), token }),
  z.object({ template: z.literal("email_changed"), newEmail: z.string() }),
  z.object({
    template: z.literal("statement"),
    action: z.enum(ACTION_KINDS),
    reason: z.enum(REPORT_REASONS),
    text: z.string(),
    /** ISO 8601; null if the action has no end. */
    until: z.string().nullable(),
  }),
  z.object({
    template: z.literal("appeal_decided"),
    decision: z.enum(["upheld", "overturned"]),
    text: z.string(),
  }),
  z.object({ template: z.literal("absence") }),
  z.object({ template: z.literal("reminder"), hasWritten: z.boolean(), isLast: z.boolean() }),
  z.object({ template: z.literal("envelope"), conversationId: z.string() }),
  /** Goes to the support address. */
  z.object({
    template: z.literal("admin_reported"),
    reportId: z.string(),
    reason: z.enum(REPORT_REASONS),
  }),
  z.object({ template: z.literal("report_answered"), outcome: z.enum(["acted", "no_breach"]) }),
]);
export type MailContent = z.infer<typeof mailSchema>;
export type MailTemplate = MailContent["template"];

export const mailDeliverySchema = z.object({
  kind: z.literal("mail"),
  id: z.string(),
  memberId: z.string(),
  to: z.string(),
  /** Null for an unverified address. It could be a stranger's, and anyone could have chosen the name. */
  name: z.string().nullable(),
  /** Null if the mail never becomes outdated. */
  goodUntil: z.number().nullable(),
  mail: mailSchema,
});
export type MailDelivery = z.infer<typeof mailDeliverySchema>;

/** For any address, with or without an account. The member is looked up on delivery (docs/rules.md#mails). */
export const recoveryDeliverySchema = z.object({
  kind: z.literal("recovery"),
  id: z.string(),
  email: z.string(),
  /** The link's secret, stored nowhere else. */
  token,
  askedAt: z.number(),
});
export type RecoveryDelivery = z.infer<typeof recoveryDeliverySchema>;
