import { plural } from "./duration";

const refusal = (status: number, message: string) => ({ status, message });

/** Every refusal (docs/rules.md#errors). */
export const ERRORS = {
  invalid_input: refusal(400, "The request is not valid"),
  invalid_json: refusal(400, "The request body is not valid JSON"),
  current_password_incorrect: refusal(400, "Current password is incorrect"),
  passkey_refused: refusal(400, "This passkey was not accepted. Please try again."),
  link_invalid: refusal(
    400,
    "This link has expired or was used already. Please ask for a new one.",
  ),
  email_unchanged: refusal(400, "This is already your e-mail address"),
  cannot_block_yourself: refusal(400, "You cannot block yourself"),
  cannot_report_yourself: refusal(400, "You cannot report yourself"),
  unauthenticated: refusal(401, "Authentication required"),
  invalid_credentials: refusal(401, "Invalid email or password"),
  passkey_required: refusal(403, "Confirm with your passkey first"),
  password_required: refusal(403, "Confirm your password first"),
  forbidden: refusal(403, "You are not allowed to do this"),
  admin_protected: refusal(403, "An admin can’t be warned, suspended or banned"),
  suspended: refusal(403, "Your account is suspended"),
  registration_refused: refusal(403, "This account cannot be registered"),
  proof_required: refusal(
    403,
    "Many requests came from this network. Your browser has to solve a small puzzle first.",
  ),
  cross_origin: refusal(403, "This request came from another site"),
  blocked_by_you: refusal(
    403,
    "You have blocked this user. You will not be paired with them in future conversations.",
  ),
  blocked_by_partner: refusal(
    403,
    "This user has blocked you. You will not be paired with them in future conversations.",
  ),
  conversation_expired: refusal(403, "This conversation has ended. It can still be read."),
  not_found: refusal(404, "Not found"),
  conversation_not_found: refusal(404, "Conversation not found or has expired"),
  profile_not_found: refusal(404, "Profile not found"),
  pairing_not_found: refusal(404, "No conversation yet"),
  passkey_not_found: refusal(404, "Passkey not found"),
  report_not_found: refusal(404, "Report not found"),
  message_not_found: refusal(404, "Message not found"),
  member_not_found: refusal(404, "Member not found"),
  appeal_not_found: refusal(404, "Appeal not found"),
  method_not_allowed: refusal(405, "This method is not allowed here"),
  question_not_open: refusal(
    409,
    "This question opens when both of you have answered the one before.",
  ),
  already_revealed: refusal(409, "Both answers are open, so they can’t be changed any more."),
  email_taken: refusal(409, "An account with this email already exists"),
  too_many_passkeys: refusal(409, "You have as many passkeys as you can have"),
  nothing_to_lift: refusal(409, "This member is neither suspended nor banned"),
  already_verified: refusal(409, "Your e-mail address is already confirmed"),
  already_appealed: refusal(409, "You have already appealed this decision"),
  nothing_to_appeal: refusal(409, "There is no decision to appeal"),
  already_decided: refusal(409, "This appeal has been decided"),
  other_admin_required: refusal(409, "Another admin has to decide this"),
  run_in_progress: refusal(409, "A pairing run is in progress. Please try again in a minute."),
  body_too_large: refusal(413, "The request body is too large"),
  address_too_long: refusal(414, "This address is too long"),
  unsupported_media_type: refusal(415, "The request body must be JSON"),
  too_many_requests: refusal(429, "Too many requests. Please try again later."),
  push_unavailable: refusal(503, "Notifications are not set up here"),
  mail_unavailable: refusal(503, "This server sends no e-mail. Please write to support."),
  unavailable: refusal(503, "This can’t be done right now. Please try again in a moment."),
  internal: refusal(500, "Something went wrong. Please try again."),
};

export type ErrorCode = keyof typeof ERRORS;

/** An entry of `errors` in an answer with the status 400. */
export interface FieldError {
  path: string;
  message: string;
}

interface ErrorDetails {
  message?: string;
  errors?: FieldError[];
  /** For `too_many_requests` and `unavailable`. */
  retryAfterSeconds?: number;
  /** Further fields of the answer's body, for example `isBlocked`. */
  extra?: Record<string, unknown>;
}

/** A refusal as plain data, because an error loses its class in the answer of a Durable Object. */
export interface Refusal {
  code: ErrorCode;
  details: ErrorDetails;
}

export class AppError extends Error implements Refusal {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  /** The pages' build has its own copy of this class, so an error can be an instance of the other copy. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "AppError" && "code" in value;
  }

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? details.errors?.[0]?.message ?? ERRORS[code].message);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

export function invalidField(path: string, message: string): AppError {
  return new AppError("invalid_input", { errors: [{ path, message }] });
}

export const registrationRefused = (supportEmail: string) =>
  new AppError("registration_refused", {
    message: `${ERRORS.registration_refused.message}. If you think it should be, write to ${supportEmail}.`,
  });

export function unavailable(): AppError {
  return new AppError("unavailable", { retryAfterSeconds: 2 });
}

export function tooMany(what: string, retryAfterMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new AppError("too_many_requests", {
    message: `${what} Please try again in ${inWords(retryAfterSeconds)}.`,
    retryAfterSeconds,
  });
}

function inWords(seconds: number): string {
  if (seconds < 120) return plural(seconds, "second");
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
