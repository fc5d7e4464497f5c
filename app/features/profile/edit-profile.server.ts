import { type UpdateProfileInput, updateProfileSchema } from "~/core/profile/schemas";
import type { MemberDto } from "~/core/shared/contract";
import { LANGUAGES } from "~/core/shared/languages";
import { toShown } from "./profile-form";

/**
 * Removes every field whose value is the one that the form shows for the stored profile. So a form
 * saved without edits changes nothing, and ages that are null stay null although the form shows 18
 * and 80 (docs/rules.md#profile).
 */
export function onlyChanges(input: UpdateProfileInput, user: MemberDto): UpdateProfileInput {
  const shown = updateProfileSchema.safeParse(toShown(user));
  if (!shown.success) return input;
  const stored: Partial<Record<string, unknown>> = shown.data;
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(stored[name]) !== JSON.stringify(value);
  const changed = Object.entries(input).filter(isOther);
  return Object.fromEntries(changed);
}

/**
 * How many entries of `Accept-Language` are read. A client may send thousands, a browser sends a
 * few.
 */
const MOST_READ = 20;

/** Codes of the browser's preferred languages that a profile can have, in the browser's order. */
export function readAcceptedLanguages(request: Request): string[] {
  const accepted = (request.headers.get("accept-language") ?? "").split(",", MOST_READ);
  const codes = accepted.map((range) => toCode(range.split(";")[0]?.trim() ?? ""));
  const listed = new Set(LANGUAGES.map(({ code }) => code));
  return [...new Set(codes)].filter((code) => listed.has(code));
}

/** Returns `he` for `iw-IL`; empty if the text is not a language tag. */
function toCode(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return "";
  }
}
