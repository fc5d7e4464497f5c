import { type AppLoadContext, redirect } from "@remix-run/cloudflare";
import { AppError, type FieldError } from "~/core/shared/errors";
import { redirectToLogin, redirectToPasskey, STATEMENT_PAGE } from "./session.server";

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
 * Keeps the message of an `AppError`. Any other error is logged and gets the message `fallback`
 * (docs/rules.md#failures).
 * @throws the error itself if it is a Response; a redirect to /login if the session has ended, to the statement of
 * reasons if the member is suspended or banned, or to the passkey page if a passkey is required
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

export type OrError<Part> = Part | { error: string };

/** For a part of a page that can fail while the rest is shown (docs/rules.md#failures). @throws as {@link toRefusal} */
export async function orError<Part>(
  reading: Promise<Part>,
  fallback: string,
  args: RouteArgs,
): Promise<OrError<Part>> {
  return reading.catch((error: unknown) => ({ error: toRefusal(error, fallback, args).message }));
}

/**
 * For a loader whose page can't be shown.
 * @throws a Response, which the page's error boundary shows; and as {@link toRefusal}
 */
export function failToLoad(error: unknown, fallback: string, args: RouteArgs): never {
  const { message, status } = toRefusal(error, fallback, args);
  throw new Response(message, { status });
}
