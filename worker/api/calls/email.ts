import { z } from "zod";
import { changeEmailSchema, confirmEmailSchema, noticesSchema } from "~/core/email/schemas";
import { forgotPasswordSchema, recoverSchema } from "~/core/recovery/schemas";
import { confirmationSchema, emailStateSchema } from "~/core/shared/contract";
import { defineCall, ok } from "../define-call";

export const emailCalls = [
  defineCall({
    route: "POST /api/auth/forgot-password",
    summary: "Ask for a mail with a link for a new password; the same answer for any address",
    access: "anyone",
    bound: ["mailRequests", "mailRequestsOfNetwork", "mailsOfAddress"],
    body: forgotPasswordSchema,
    responses: ok("Received", confirmationSchema),
    refusals: ["mail_unavailable", "too_many_requests"],
    checkLimit: ({ services, address }) => services.recovery.checkRequestLimit({ address }),
    handle: ({ services, address, body }) => services.recovery.requestReset({ address }, body),
  }),
  defineCall({
    route: "POST /api/auth/recover",
    summary: "Set a new password by the token of such a mail; every session ends",
    access: "anyone",
    bound: ["mailRequests", "mailRequestsOfNetwork"],
    body: recoverSchema,
    responses: ok("Changed", confirmationSchema),
    refusals: ["link_invalid", "too_many_requests"],
    checkLimit: ({ services, address }) => services.recovery.checkRequestLimit({ address }),
    handle: ({ services, address, body }) => services.recovery.recover({ address }, body),
  }),
  defineCall({
    route: "POST /api/auth/confirm-email",
    summary: "Confirm an address, or one half of its change, by the token of a mail",
    access: "anyone",
    bound: ["mailRequests", "mailRequestsOfNetwork"],
    body: confirmEmailSchema,
    responses: ok(
      "Confirmed; `waiting` for the other half of a change",
      z.strictObject({
        message: z.string(),
        state: z.enum(["verified", "waiting", "changed"]),
      }),
    ),
    refusals: ["link_invalid", "email_taken", "too_many_requests"],
    checkLimit: ({ services, address }) => services.recovery.checkRequestLimit({ address }),
    handle: ({ services, address, body }) => services.email.confirmEmail({ address }, body),
  }),
  defineCall({
    route: "GET /api/account/email",
    summary: "The own e-mail address, whether it is confirmed, and a change that waits",
    access: "member",
    bound: "fence",
    whileSuspended: true,
    responses: ok("The address", emailStateSchema),
    handle: ({ services, viewer }) => services.email.getEmailState(viewer),
  }),
  defineCall({
    route: "PUT /api/account/email",
    summary: "Ask for another address: both the old and the new one get a mail to confirm it",
    access: "member",
    bound: ["emailChanges"],
    whileSuspended: true,
    body: changeEmailSchema,
    responses: ok("Mails are on their way", confirmationSchema),
    refusals: [
      "mail_unavailable",
      "current_password_incorrect",
      "email_unchanged",
      "email_taken",
      "registration_refused",
      "too_many_requests",
    ],
    handle: ({ services, viewer, address, body }) =>
      services.email.requestChange(viewer, { address }, body),
  }),
  defineCall({
    route: "POST /api/account/email/verification",
    summary: "Send the mail that confirms the own address once more",
    access: "member",
    bound: ["mailsOfAddress"],
    whileSuspended: true,
    responses: ok("A mail is on its way", confirmationSchema),
    refusals: ["mail_unavailable", "already_verified", "too_many_requests"],
    handle: ({ services, viewer }) => services.email.resendVerification(viewer),
  }),
  defineCall({
    route: "PUT /api/account/notices",
    summary: "Whether mails that are not about the account itself are sent",
    access: "member",
    bound: "profileWrites",
    whileSuspended: true,
    body: noticesSchema,
    responses: ok("Stored", z.strictObject({ wants_notices: z.boolean() })),
    handle: ({ services, viewer, body }) => services.email.setNotices(viewer, body),
  }),
];
