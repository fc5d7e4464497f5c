import { createRoute, type RouteConfig, z } from "@hono/zod-openapi";
import {
  confirmEmail,
  getEmailState,
  requestChange,
  resendVerification,
} from "~/core/accounts/email";
import { recover, requestReset } from "~/core/accounts/recovery";
import {
  changeEmailSchema,
  confirmEmailSchema,
  forgotPasswordSchema,
  loginSchema,
  recoverSchema,
  registerSchema,
  resetPasswordSchema,
} from "~/core/accounts/schemas";
import { login, register, resetPassword } from "~/core/accounts/service";
import { endOtherSessions, listSessions, logout } from "~/core/accounts/session";
import { deleteAccount, exportData } from "~/core/profile/service";
import { toUtcDate } from "~/core/shared/age";
import { SESSION_DAYS } from "~/core/shared/constants";
import {
  confirmationSchema,
  emailStateSchema,
  exportSchema,
  memberSchema,
  sessionSchema,
} from "~/core/shared/contract";
import { anyone, createRouter, json, jsonBody, member, publicRefusals, refusals } from "./router";

export const accounts = createRouter();

type Streamed = RouteConfig["responses"][string];

accounts.openapi(
  createRoute({
    method: "post",
    path: "/api/auth/register",
    tags: ["accounts"],
    summary: "Create an account and sign in",
    ...anyone({ limit: ["registrations", "registrationsOfNetwork"] }),
    request: { body: jsonBody(registerSchema) },
    responses: {
      201: json(
        "The new member and a token",
        z.strictObject({ user: memberSchema, token: z.string(), message: z.string() }),
      ),
      ...publicRefusals(
        "proof_required",
        "registration_refused",
        "email_taken",
        "too_many_requests",
      ),
    },
  }),
  async (c) => {
    const { user, token } = await register(c.var.deps, c.var.address, c.req.valid("json"));
    return c.json({ user, token, message: "Account created successfully!" }, 201);
  },
);

accounts.openapi(
  createRoute({
    method: "post",
    path: "/api/auth/login",
    tags: ["accounts"],
    summary: "Sign in",
    ...anyone({
      limit: [
        "failedSignIns",
        "failedSignInsOfAddress",
        "failedSignInsOfNetwork",
        "failedSignInsOfEmail",
        "signInsOfAddress",
      ],
    }),
    request: { body: jsonBody(loginSchema) },
    responses: {
      200: json(
        `The member and a token of at most ${SESSION_DAYS} days`,
        z.strictObject({ user: memberSchema, token: z.string() }),
      ),
      ...publicRefusals("proof_required", "invalid_credentials", "too_many_requests"),
    },
  }),
  async (c) => {
    const { user, token } = await login(c.var.deps, c.var.address, c.req.valid("json"));
    return c.json({ user, token }, 200);
  },
);

accounts.openapi(
  createRoute({
    method: "post",
    path: "/api/auth/logout",
    tags: ["accounts"],
    summary: "Sign out: the token is dead from then on",
    ...member({ limit: "fence", whileSuspended: true }),
    responses: { 200: json("Signed out", confirmationSchema), ...refusals() },
  }),
  async (c) => c.json(await logout(c.var.deps, c.var.viewer), 200),
);

accounts.openapi(
  createRoute({
    method: "post",
    path: "/api/auth/reset-password",
    tags: ["accounts"],
    summary: "Change the password; every other session ends",
    ...member({ limit: "passwordChanges" }),
    request: { body: jsonBody(resetPasswordSchema) },
    responses: {
      200: json("Changed", confirmationSchema),
      ...refusals("current_password_incorrect", "too_many_requests"),
    },
  }),
  async (c) => {
    const { message } = await resetPassword(
      c.var.deps,
      c.var.viewer,
      c.var.address,
      c.req.valid("json"),
    );
    return c.json({ message }, 200);
  },
);

accounts.openapi(
  createRoute({
    method: "get",
    path: "/api/auth/sessions",
    tags: ["accounts"],
    summary: "The own sessions, newest first",
    ...member({ limit: "fence" }),
    responses: { 200: json("At most 30", z.array(sessionSchema)), ...refusals() },
  }),
  async (c) => c.json(await listSessions(c.var.deps, c.var.viewer), 200),
);

accounts.openapi(
  createRoute({
    method: "delete",
    path: "/api/auth/sessions",
    tags: ["accounts"],
    summary: "End every session but this one",
    ...member({ limit: "sessionWrites" }),
    responses: { 200: json("Ended", confirmationSchema), ...refusals() },
  }),
  async (c) => c.json(await endOtherSessions(c.var.deps, c.var.viewer), 200),
);

accounts.openapi(
  createRoute({
    method: "post",
    path: "/api/auth/forgot-password",
    tags: ["accounts"],
    summary: "Ask for a mail with a link for a new password; the same answer for any address",
    ...anyone({ limit: ["mailRequests", "mailRequestsOfNetwork", "mailsOfAddress"] }),
    request: { body: jsonBody(forgotPasswordSchema) },
    responses: {
      200: json("Received", confirmationSchema),
      ...publicRefusals("mail_unavailable", "too_many_requests"),
    },
  }),
  async (c) => c.json(await requestReset(c.var.deps, c.var.address, c.req.valid("json")), 200),
);

accounts.openapi(
  createRoute({
    method: "post",
    path: "/api/auth/recover",
    tags: ["accounts"],
    summary: "Set a new password by the token of such a mail; every session ends",
    ...anyone({ limit: ["mailRequests", "mailRequestsOfNetwork"] }),
    request: { body: jsonBody(recoverSchema) },
    responses: {
      200: json("Changed", confirmationSchema),
      ...publicRefusals("link_invalid", "too_many_requests"),
    },
  }),
  async (c) => c.json(await recover(c.var.deps, c.var.address, c.req.valid("json")), 200),
);

accounts.openapi(
  createRoute({
    method: "post",
    path: "/api/auth/confirm-email",
    tags: ["accounts"],
    summary: "Confirm an address, or one half of its change, by the token of a mail",
    ...anyone({ limit: ["mailRequests", "mailRequestsOfNetwork"] }),
    request: { body: jsonBody(confirmEmailSchema) },
    responses: {
      200: json(
        "Confirmed; `waiting` for the other half of a change",
        z.strictObject({
          message: z.string(),
          state: z.enum(["verified", "waiting", "changed"]),
        }),
      ),
      ...publicRefusals("link_invalid", "email_taken", "too_many_requests"),
    },
  }),
  async (c) => c.json(await confirmEmail(c.var.deps, c.var.address, c.req.valid("json")), 200),
);

accounts.openapi(
  createRoute({
    method: "get",
    path: "/api/account/email",
    tags: ["accounts"],
    summary: "The own e-mail address, whether it is confirmed, and a change that waits",
    ...member({ limit: "fence", whileSuspended: true }),
    responses: { 200: json("The address", emailStateSchema), ...refusals() },
  }),
  async (c) => c.json(await getEmailState(c.var.deps, c.var.viewer), 200),
);

accounts.openapi(
  createRoute({
    method: "put",
    path: "/api/account/email",
    tags: ["accounts"],
    summary: "Ask for another address: both the old and the new one get a mail to confirm it",
    ...member({ limit: ["emailChanges"], whileSuspended: true }),
    request: { body: jsonBody(changeEmailSchema) },
    responses: {
      200: json("Mails are on their way", confirmationSchema),
      ...refusals(
        "mail_unavailable",
        "current_password_incorrect",
        "email_unchanged",
        "email_taken",
        "registration_refused",
        "too_many_requests",
      ),
    },
  }),
  async (c) =>
    c.json(await requestChange(c.var.deps, c.var.viewer, c.var.address, c.req.valid("json")), 200),
);

accounts.openapi(
  createRoute({
    method: "post",
    path: "/api/account/email/verification",
    tags: ["accounts"],
    summary: "Send the mail that confirms the own address once more",
    ...member({ limit: ["mailsOfAddress"], whileSuspended: true }),
    responses: {
      200: json("A mail is on its way", confirmationSchema),
      ...refusals("mail_unavailable", "already_verified", "too_many_requests"),
    },
  }),
  async (c) => c.json(await resendVerification(c.var.deps, c.var.viewer), 200),
);

accounts.openapi(
  createRoute({
    method: "get",
    path: "/api/users/export",
    tags: ["accounts"],
    summary: "Everything held on the member, as one download",
    ...member({ limit: "exports", whileSuspended: true }),
    responses: { 200: json("All data", exportSchema) as Streamed, ...refusals() },
  }),
  async (c) => {
    const { exportedAt, stream } = await exportData(c.var.deps, c.var.viewer);
    const name = `happenstance-export-${toUtcDate(Date.parse(exportedAt))}.json`;
    return c.body(stream, 200, {
      "content-type": "application/json",
      "content-disposition": `attachment; filename="${name}"`,
    });
  },
);

accounts.openapi(
  createRoute({
    method: "delete",
    path: "/api/users/account",
    tags: ["accounts"],
    summary: "Delete the account and every trace of it",
    ...member({ limit: "fence", whileSuspended: true }),
    responses: { 200: json("Deleted", confirmationSchema), ...refusals() },
  }),
  async (c) => c.json(await deleteAccount(c.var.deps, c.var.viewer), 200),
);
