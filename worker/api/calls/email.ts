import { z } from "zod";
import { changeEmailSchema, confirmEmailSchema, noticesSchema } from "~/core/email/schemas";
import { forgotPasswordSchema, recoverSchema } from "~/core/recovery/schemas";
import { confirmationSchema, emailStateSchema } from "~/core/shared/contract";
import { defineCall, json } from "../define-call";

export const emailCalls = [
  defineCall({
    method: "post",
    path: "/api/auth/forgot-password",
    summary: "Ask for a mail with a link for a new password; the same answer for any address",
    access: "anyone",
    body: forgotPasswordSchema,
    responses: { 200: { description: "Received", schema: confirmationSchema } },
    refusals: ["mail_unavailable", "too_many_requests"],
    checkLimit: ({ services, address }) => services.recovery.checkRequestLimit({ address }),
    handle: async ({ services, address, body }) =>
      json(200, await services.recovery.requestReset({ address }, body)),
  }),
  defineCall({
    method: "post",
    path: "/api/auth/recover",
    summary: "Set a new password by the token of such a mail; every session ends",
    access: "anyone",
    body: recoverSchema,
    responses: { 200: { description: "Changed", schema: confirmationSchema } },
    refusals: ["link_invalid", "too_many_requests"],
    checkLimit: ({ services, address }) => services.recovery.checkRequestLimit({ address }),
    handle: async ({ services, address, body }) =>
      json(200, await services.recovery.recover({ address }, body)),
  }),
  defineCall({
    method: "post",
    path: "/api/auth/confirm-email",
    summary: "Confirm an address, or one half of its change, by the token of a mail",
    access: "anyone",
    body: confirmEmailSchema,
    responses: {
      200: {
        description: "Confirmed; `waiting` for the other half of a change",
        schema: z.strictObject({
          message: z.string(),
          state: z.enum(["verified", "waiting", "changed"]),
        }),
      },
    },
    refusals: ["link_invalid", "email_taken", "too_many_requests"],
    checkLimit: ({ services, address }) => services.recovery.checkRequestLimit({ address }),
    handle: async ({ services, address, body }) =>
      json(200, await services.email.confirmEmail({ address }, body)),
  }),
  defineCall({
    method: "get",
    path: "/api/account/email",
    summary: "The own e-mail address, whether it is confirmed, and a change that waits",
    access: "member",
    whileSuspended: true,
    responses: { 200: { description: "The address", schema: emailStateSchema } },
    handle: async ({ services, viewer }) => json(200, await services.email.getEmailState(viewer)),
  }),
  defineCall({
    method: "put",
    path: "/api/account/email",
    summary: "Ask for another address: both the old and the new one get a mail to confirm it",
    access: "member",
    whileSuspended: true,
    body: changeEmailSchema,
    responses: { 200: { description: "Mails are on their way", schema: confirmationSchema } },
    refusals: [
      "mail_unavailable",
      "current_password_incorrect",
      "email_unchanged",
      "email_taken",
      "registration_refused",
      "too_many_requests",
    ],
    handle: async ({ services, viewer, address, body }) =>
      json(200, await services.email.requestChange(viewer, { address }, body)),
  }),
  defineCall({
    method: "post",
    path: "/api/account/email/verification",
    summary: "Send the mail that confirms the own address once more",
    access: "member",
    whileSuspended: true,
    responses: { 200: { description: "A mail is on its way", schema: confirmationSchema } },
    refusals: ["mail_unavailable", "already_verified", "too_many_requests"],
    handle: async ({ services, viewer }) =>
      json(200, await services.email.resendVerification(viewer)),
  }),
  defineCall({
    method: "put",
    path: "/api/account/notices",
    summary: "Whether mails that are not about the account itself are sent",
    access: "member",
    whileSuspended: true,
    body: noticesSchema,
    responses: {
      200: { description: "Stored", schema: z.strictObject({ wants_notices: z.boolean() }) },
    },
    handle: async ({ services, viewer, body }) =>
      json(200, await services.email.setNotices(viewer, body)),
  }),
];
