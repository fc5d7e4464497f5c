import type { Submission, SubmissionResult } from "@conform-to/react";
import { type AppLoadContext, data } from "~/app/framework.server";
import { toRefusal } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { sessionCookie } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";

/** What an answer never repeats: it would stand in the page, readable. */
export const PASSWORD_FIELDS = ["password", "confirmPassword"];

type FormAnswer = ReturnType<typeof data<SubmissionResult<string[]>>>;

/**
 * A form's answer to whatever a service threw: its fields' errors beside them, anything else in the
 * form's banner. The passwords that were sent don't come back with it.
 * @param fallback the catalogue's words for something unexpected (specification §8)
 */
export function refuseForm<Schema>(
  submission: Submission<Schema>,
  error: unknown,
  fallback: string,
  asked: { request: Request; context: AppLoadContext },
): FormAnswer {
  const { status, message, errors } = toRefusal(error, fallback, asked);
  const fieldErrors = Object.fromEntries(errors.map((field) => [field.path, [field.message]]));
  const shown = errors.length === 0 ? { formErrors: [message] } : { fieldErrors };
  return data(submission.reply({ ...shown, hideFields: PASSWORD_FIELDS }), { status });
}

/** Lets a member in who has signed in or up: to where they were going, else to the landing page. */
export function welcome(
  request: Request,
  signedIn: Parameters<typeof sessionCookie>[1],
  message: string,
): Response {
  const next = safeNext(new URL(request.url).searchParams.get("next"));
  const headers = { "Set-Cookie": sessionCookie(request, signedIn) };
  return redirectWithToast(next, { type: "success", message }, headers);
}
