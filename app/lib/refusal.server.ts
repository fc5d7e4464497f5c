import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { AppError, type FieldError } from "~/core/shared/errors";
import { redirectToLogin, redirectToPasskey, STATEMENT_PAGE } from "./session.server";

/** A failure with the message that the page shows. */
export interface Refusal {
  status: number;
  message: string;
  errors: FieldError[];
  extra?: Record<string, unknown> | undefined;
}

export interface RouteArgs {
  request: Request;
  context: AppLoadContext;
}

/**
 * Translates an error of a service for all pages. A refusal keeps its own message; an unexpected
 * error gets `fallback` (docs/rules.md#failures), and its detail is only logged.
 * @throws the error itself if it is a Response; a redirect to /login if the session has ended, to
 * the statement of reasons if the member is barred, or to the passkey page if a passkey is required
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
    const { errors = [], retryAfterSeconds, extra } = error.details;
    if (retryAfterSeconds !== undefined) context.retryAfter = retryAfterSeconds;
    return { status: error.status, message: error.message, errors, extra };
  }
  context.logger.error("page.failed", error);
  return { status: 500, message: fallback, errors: [] };
}

/** A part of a page, or the message that it could not be read. */
export type OrError<Part> = Part | { error: string };

/**
 * Reads a part of a page that may fail without the other parts (docs/rules.md#failures).
 * @throws the same as {@link toRefusal}
 */
export async function orError<Part>(
  reading: Promise<Part>,
  fallback: string,
  args: RouteArgs,
): Promise<OrError<Part>> {
  return reading.catch((error: unknown) => ({ error: toRefusal(error, fallback, args).message }));
}

/**
 * Ends a loader whose page can't be shown, with the refusal's status, for the page's error
 * boundary.
 * @throws Response, and the same as {@link toRefusal}
 */
export function failToLoad(error: unknown, fallback: string, args: RouteArgs): never {
  const { message, status } = toRefusal(error, fallback, args);
  throw new Response(message, { status });
}
