import { type AppLoadContext, redirect } from "~/app/framework.server";
import { AppError, type FieldError } from "~/core/shared/errors";
import { redirectToLogin, redirectToPasskey, STATEMENT_PAGE } from "./session.server";

/** A failure in the page's message. */
export interface Refusal {
  status: number;
  message: string;
  /** Those of single fields, by the fields' names. */
  errors: FieldError[];
}

/** The arguments of a loader or action, for a function that answers in its place. */
export interface RouteArgs {
  request: Request;
  context: AppLoadContext;
}

/**
 * The pages' one translation of what a service threw: a refusal keeps its own message, anything unexpected gets the catalogue's (docs/rules.md#failures), with the detail in the log only.
 * @throws what is a Response already; a redirect to /login when the session died on the way, to the statement of a
 *   suspension, to the passkey that is asked for
 */
export function toRefusal(
  error: unknown,
  fallback: string,
  { request, context }: RouteArgs,
): Refusal {
  if (error instanceof Response) throw error;
  if (error instanceof AppError) {
    if (error.code === "unauthenticated") {
      throw redirectToLogin(request);
    }
    if (error.code === "suspended") throw redirect(STATEMENT_PAGE);
    if (error.code === "passkey_required") throw redirectToPasskey(request);
    const { errors = [], retryAfterSeconds } = error.details;
    if (retryAfterSeconds !== undefined) context.retryAfter = retryAfterSeconds;
    return { status: error.status, message: error.message, errors };
  }
  context.logger.error("page.failed", error);
  return { status: 500, message: fallback, errors: [] };
}

/** A part of a page, or why it is not known. */
export type OrError<Part> = Part | { error: string };

/**
 * A part of a page that may fail by itself and leave the others whole (docs/rules.md#failures).
 * @throws what {@link toRefusal} throws
 */
export async function orError<Part>(
  reading: Promise<Part>,
  fallback: string,
  args: RouteArgs,
): Promise<OrError<Part>> {
  return reading.catch((error: unknown) => ({ error: toRefusal(error, fallback, args).message }));
}
