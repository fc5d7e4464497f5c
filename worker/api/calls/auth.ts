import { z } from "zod";
import { loginSchema, registerSchema, resetPasswordSchema } from "~/core/auth/schemas";
import { SESSION_DAYS } from "~/core/shared/constants";
import { confirmationSchema, memberSchema, sessionSchema } from "~/core/shared/contract";
import { created, defineCall, ok } from "../define-call";

export const authCalls = [
  defineCall({
    route: "POST /api/auth/register",
    summary: "Create an account and sign in",
    access: "anyone",
    bound: ["registrations", "registrationsOfNetwork"],
    body: registerSchema,
    responses: created(
      "The new member and a token",
      z.strictObject({ user: memberSchema, token: z.string(), message: z.string() }),
    ),
    refusals: ["proof_required", "registration_refused", "email_taken", "too_many_requests"],
    checkLimit: ({ services, address }) => services.auth.checkRegistrationLimit({ address }),
    async handle({ services, address, body }) {
      const { user, token } = await services.auth.register({ address }, body);
      return { user, token, message: "Account created successfully!" };
    },
  }),
  defineCall({
    route: "POST /api/auth/login",
    summary: "Sign in",
    access: "anyone",
    bound: [
      "failedSignIns",
      "failedSignInsOfAddress",
      "failedSignInsOfNetwork",
      "failedSignInsOfEmail",
      "signInsOfAddress",
    ],
    body: loginSchema,
    responses: ok(
      `The member and a token of at most ${SESSION_DAYS} days`,
      z.strictObject({ user: memberSchema, token: z.string() }),
    ),
    refusals: ["proof_required", "invalid_credentials", "too_many_requests"],
    checkLimit: ({ services, address, given }) =>
      services.auth.checkSignInLimit({ address }, given),
    async handle({ services, address, body }) {
      const { user, token } = await services.auth.login({ address }, body);
      return { user, token };
    },
  }),
  defineCall({
    route: "POST /api/auth/logout",
    summary: "Sign out: the token is dead from then on",
    access: "member",
    bound: "fence",
    whileSuspended: true,
    responses: ok("Signed out", confirmationSchema),
    handle: ({ services, viewer }) => services.auth.logout(viewer),
  }),
  defineCall({
    route: "POST /api/auth/reset-password",
    summary: "Change the password; every other session ends",
    access: "member",
    bound: "passwordChanges",
    body: resetPasswordSchema,
    responses: ok("Changed", confirmationSchema),
    refusals: ["current_password_incorrect", "too_many_requests"],
    checkLimit: ({ services, viewer, address }) =>
      services.auth.checkPasswordLimit(viewer, { address }),
    async handle({ services, viewer, address, body }) {
      const { message } = await services.auth.resetPassword(viewer, { address }, body);
      return { message };
    },
  }),
  defineCall({
    route: "GET /api/auth/sessions",
    summary: "The own sessions, newest first",
    access: "member",
    bound: "fence",
    responses: ok("At most 30", z.array(sessionSchema)),
    handle: ({ services, viewer }) => services.auth.listSessions(viewer),
  }),
  defineCall({
    route: "DELETE /api/auth/sessions",
    summary: "End every session but this one",
    access: "member",
    bound: "sessionWrites",
    responses: ok("Ended", confirmationSchema),
    handle: ({ services, viewer }) => services.auth.endOtherSessions(viewer),
  }),
];
