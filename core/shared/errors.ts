/**
 * The one table of refusals: a code decides the status and the words (specification §8, contract §3).
 * The API and the pages each translate an AppError once; no other code writes a status or a message.
 */
export const ERRORS = {
  invalid_input: { status: 400, message: "The request is not valid" },
  invalid_json: { status: 400, message: "The request body is not valid JSON" },
  current_password_incorrect: { status: 400, message: "Current password is incorrect" },
  passkey_refused: { status: 400, message: "This passkey was not accepted. Please try again." },
  link_invalid: {
    status: 400,
    message: "This link has expired or was used already. Please ask for a new one.",
  },
  email_unchanged: { status: 400, message: "This is your e-mail address already" },
  cannot_block_yourself: { status: 400, message: "You cannot block yourself" },
  cannot_report_yourself: { status: 400, message: "You cannot report yourself" },
  unauthenticated: { status: 401, message: "Authentication required" },
  invalid_credentials: { status: 401, message: "Invalid email or password" },
  passkey_required: { status: 403, message: "Confirm with your passkey first" },
  password_required: { status: 403, message: "Confirm your password first" },
  forbidden: { status: 403, message: "You are not allowed to do this" },
  admin_protected: { status: 403, message: "An admin can't be warned, suspended or banned" },
  suspended: { status: 403, message: "Your account is suspended" },
  registration_refused: { status: 403, message: "This account cannot be registered" },
  proof_required: {
    status: 403,
    message: "Many requests came from this network. Your browser has to do a small sum first.",
  },
  cross_origin: { status: 403, message: "This request came from another site" },
  blocked_by_you: {
    status: 403,
    message:
      "You have blocked this user. You will not be paired with them in future conversations.",
  },
  blocked_by_partner: {
    status: 403,
    message: "This user has blocked you. You will not be paired with them in future conversations.",
  },
  conversation_expired: {
    status: 403,
    message: "This conversation has ended. It can still be read.",
  },
  address_closed: {
    status: 409,
    message: "This opens in the last three hours of the conversation.",
  },
  not_found: { status: 404, message: "Not found" },
  conversation_not_found: { status: 404, message: "Conversation not found or has expired" },
  profile_not_found: { status: 404, message: "Profile not found" },
  pairing_not_found: { status: 404, message: "No conversation yet" },
  passkey_not_found: { status: 404, message: "Passkey not found" },
  report_not_found: { status: 404, message: "Report not found" },
  member_not_found: { status: 404, message: "Member not found" },
  appeal_not_found: { status: 404, message: "Appeal not found" },
  method_not_allowed: { status: 405, message: "This method is not allowed here" },
  email_taken: { status: 409, message: "An account with this email already exists" },
  too_many_passkeys: { status: 409, message: "You have as many passkeys as you can have" },
  nothing_to_lift: { status: 409, message: "This member is neither suspended nor banned" },
  already_verified: { status: 409, message: "Your e-mail address is confirmed already" },
  already_appealed: { status: 409, message: "You have already appealed this decision" },
  nothing_to_appeal: { status: 409, message: "There is no decision to appeal" },
  already_decided: { status: 409, message: "This appeal has been decided" },
  other_admin_required: {
    status: 409,
    message: "Another admin has to decide this appeal: you took the action",
  },
  run_in_progress: {
    status: 409,
    message: "A pairing run is in progress. Please try again in a minute.",
  },
  body_too_large: { status: 413, message: "The request body is too large" },
  unsupported_media_type: { status: 415, message: "The request body must be JSON" },
  too_many_requests: { status: 429, message: "Too many requests. Please try again later." },
  push_unavailable: { status: 503, message: "Notifications are not set up here" },
  mail_unavailable: {
    status: 503,
    message: "This server sends no mail. Please write to support.",
  },
  unavailable: {
    status: 503,
    message: "This can't be done right now. Please try again in a moment.",
  },
  internal: { status: 500, message: "Something went wrong. Please try again." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One failed field, as in the envelope of a 400. `path` is the field's name. */
export interface FieldError {
  path: string;
  message: string;
}

export interface ErrorDetails {
  /** Words in place of the table's. */
  message?: string;
  /** For `invalid_input`. */
  errors?: FieldError[];
  /** Seconds until it is worth trying again, for `too_many_requests` and `unavailable`. */
  retryAfterSeconds?: number;
  /** Further fields of the envelope, such as `isBlocked`. */
  extra?: Record<string, unknown>;
}

/** A refusal that may be shown to a person. Anything else that is thrown is a 500 without detail. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  /**
   * The pages' build carries a copy of this class beside the Worker's, and the services throw the
   * Worker's: an error of either copy counts as one in the other.
   */
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

/** A 400 about one field. */
export function invalidField(path: string, message: string): AppError {
  return new AppError("invalid_input", { errors: [{ path, message }] });
}

/** A 503 for a part that does not answer now. */
export function unavailable(): AppError {
  return new AppError("unavailable", { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });
}

const UNAVAILABLE_RETRY_SECONDS = 2;

/** A 429 that says in words when to try again (contract §3). */
export function tooMany(what: string, retryAfterMs: number): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return new AppError("too_many_requests", {
    message: `${what} Please try again in ${inWords(retryAfterSeconds)}.`,
    retryAfterSeconds,
  });
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} second${seconds === 1 ? "" : "s"}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
