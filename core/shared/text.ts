import { z } from "zod";
import { countCodePoints, missing, normalizeText, plainText, tooShort } from "./code-points";
import { PASSWORD_MAX_BYTES } from "./constants";

// Without this setting, zod tries eval, which the CSP forbids and the browser then reports.
z.config({ jitless: true });

interface TextOptions {
  min?: number;
  max: number;
  label: string;
  required?: string;
  multiline?: boolean;
  /**
   * Refuses invisible, direction-changing and control characters. Without this option, control characters are removed.
   */
  noInvisible?: boolean;
  needsVisible?: boolean;
  /** Refuses a text of nothing but combining marks, because they would join the text before them. */
  needsBase?: boolean;
}

/** Format characters, line separators, and blank letters and symbols (docs/rules.md#text). */
const INVISIBLE = /[\u034f\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0\u{1d159}]/u;
/** Joiners between letters or within an emoji change how visible characters are written, so they are allowed. */
const JOINERS =
  /(?<=[\p{L}\p{M}])[\u200c\u200d](?=[\p{L}\p{M}])|(?=\u200d)(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)\u200d(?=\p{Extended_Pictographic})/gu;
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u;
const MARKS = /\p{M}/gu;
/** More marks in a row than any language writes (UAX 15, Stream-Safe Text). NFC takes quadratic time to sort them. */
const TOO_MANY_MARKS = /\p{M}{31}/u;
const OTHER_MAX = 200;

/** Only the length of such a long text is checked (docs/rules.md#text). */
const isFarTooLong = (text: string, max: number) => text.length > 4 * max + 64;

export function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text.replace(JOINERS, ""));
}

export const givenText = (required: string, other: string) =>
  z.string({ error: ({ input }) => (input === undefined ? required : other) });

/** For text that is only compared, such as an id. */
export const shortText = (label: string) =>
  z
    .string({ error: `${label} must be text` })
    .max(OTHER_MAX, { error: `${label} must be at most ${OTHER_MAX} characters`, abort: true });

export const optionalId = (field: string) =>
  shortText(field)
    .min(1, { error: `${field} must not be empty` })
    .nullish();

export function pageLimit(max: number) {
  const error = `limit must be 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,3}$/, { error })
    .transform(Number)
    .refine((value) => value >= 1 && value <= max, { error })
    .optional();
}

/** The checks are ordered so that the field's limit bounds the work for any input (docs/rules.md#text). */
export function textSchema({
  min = 0,
  max,
  label,
  required = missing(label),
  multiline = false,
  noInvisible = false,
  needsVisible = false,
  needsBase = false,
}: TextOptions) {
  const atMost = `${label} must be at most ${max.toLocaleString("en")} characters`;
  const findFaultBefore = (text: string): string | undefined => {
    if (isFarTooLong(text, max)) return atMost;
    if (!text.isWellFormed()) return `${label} must be valid Unicode text`;
    if (TOO_MANY_MARKS.test(text)) return `${label} must not contain so many marks in a row`;
    return undefined;
  };
  const findFaults = (text: string): string[] => {
    if (min > 0 && text.length === 0) return [required];
    const length = countCodePoints(text);
    return [
      length < min ? tooShort(label, min) : "",
      length > max ? atMost : "",
      !multiline && /\p{Cc}/u.test(text) ? `${label} must not contain control characters` : "",
      noInvisible && hasInvisible(text) ? `${label} must not contain invisible characters` : "",
      needsVisible && !VISIBLE.test(needsBase ? text.replace(MARKS, "") : text)
        ? `${label} must contain a visible character`
        : "",
    ].filter((fault) => fault !== "");
  };
  // One function instead of a chain of refinements, because the overhead of a refinement takes longer than its check.
  return givenText(required, `${label} must be text`)
    .check((field) => {
      const { value, issues } = field;
      const plain = !noInvisible && !isFarTooLong(value, max) ? plainText(value) : value;
      const fault = findFaultBefore(plain);
      if (fault === undefined) field.value = normalizeText(plain);
      const faults = fault === undefined ? findFaults(field.value) : [fault];
      for (const message of faults) issues.push({ code: "custom", message, input: value });
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });
}

export const requiredText = (label: string) =>
  z.string({ error: missing(label) }).min(1, { error: missing(label) });

/**
 * bcrypt would hash some different passwords alike: it reads only 72 bytes, takes 'x' and 'x NUL x' for the same, and
 * gets every lone surrogate as U+FFFD.
 */
export function isHashablePassword(password: string): boolean {
  return (
    password.isWellFormed() &&
    !password.includes("\0") &&
    new TextEncoder().encode(password).length <= PASSWORD_MAX_BYTES
  );
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text between tags or in a quoted attribute. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
