import { HTTPException } from "hono/http-exception";
import { AppError, ERRORS, type ErrorCode } from "~/core/shared/errors";

/** Statuses that Hono's validators throw, and our codes for them. */
const CODES: Record<number, ErrorCode> = { 400: "invalid_json", 415: "unsupported_media_type" };

export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const code = error instanceof HTTPException ? CODES[error.status] : undefined;
  return code && new AppError(code);
}

/** An unexpected error reveals only the code `internal` (docs/rules.md#errors). */
export function toErrorResponse(error: unknown): Response {
  const known = toAppError(error) ?? new AppError("internal");
  const { errors, retryAfterSeconds, extra } = known.details;
  const body = {
    message: known.message,
    code: known.code,
    ...(errors ? { errors } : {}),
    ...extra,
  };
  const headers = new Headers({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  if (retryAfterSeconds !== undefined) headers.set("retry-after", String(retryAfterSeconds));
  return new Response(JSON.stringify(body), { status: ERRORS[known.code].status, headers });
}

export function refuseMethod(allowed: Iterable<string>): Response {
  const response = toErrorResponse(new AppError("method_not_allowed"));
  response.headers.set("allow", [...allowed].join(", "));
  return response;
}
