import type { Mailer } from "~/core/notices/mailer";

/** Codes after which the platform would never accept the mail. All others are retried. */
const FINAL = new Set([
  "E_VALIDATION_ERROR",
  "E_FIELD_MISSING",
  "E_TOO_MANY_RECIPIENTS",
  "E_RECIPIENT_NOT_ALLOWED",
  "E_RECIPIENT_SUPPRESSED",
  "E_CONTENT_TOO_LARGE",
  "E_HEADER_NOT_ALLOWED",
  "E_HEADER_USE_API_FIELD",
  "E_HEADER_VALUE_INVALID",
  "E_HEADER_VALUE_TOO_LONG",
  "E_HEADER_NAME_INVALID",
]);

const LIMITED = new Set(["E_RATE_LIMIT_EXCEEDED", "E_DAILY_LIMIT_EXCEEDED"]);
const LIMITED_SECONDS = 15 * 60;

export function createBindingMailer(
  binding: SendEmail,
  from: { email: string; name: string },
): Mailer {
  return {
    async send({ to, subject, text, html, headers }) {
      try {
        await binding.send({ from, to, subject, text, html, headers });
        return { status: "delivered" };
      } catch (error) {
        // Only the code is returned, because the message can quote the address.
        const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
        if (FINAL.has(code)) return { status: "dropped", reason: code };
        const afterSeconds = LIMITED.has(code) ? LIMITED_SECONDS : null;
        return { status: "retry", reason: code, afterSeconds };
      }
    },
  };
}
