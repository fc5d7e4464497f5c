import { z } from "zod";
import { ageOn, cutToDate, isCalendarDate, toUtcDate } from "~/core/shared/age";
import { BRAND } from "~/core/shared/brand";
import { countCodePoints, missing, tooShort } from "~/core/shared/code-points";
import {
  EMAIL_MAX_LENGTH,
  GENDER_ANY,
  GENDER_UNSTATED,
  GENDERS,
  MINIMUM_AGE_YEARS,
  MINIMUM_DATE_OF_BIRTH,
  NAME_MAX_LENGTH,
  PASSKEY_NAME_MAX_LENGTH,
  PASSWORD_MAX_BYTES,
  PASSWORD_MIN_LENGTH,
} from "~/core/shared/constants";
import { hasHostName, normalizeEmail } from "~/core/shared/mailbox";
import { givenText, requiredText, textSchema } from "~/core/shared/text";
import { containsBrandName, isReservedName } from "./names";

const SELECT_GENDERS = "Please select your gender and preferred match gender";

const nameOf = (max: number) =>
  textSchema({
    min: 1,
    max,
    label: "Name",
    noInvisible: true,
    needsVisible: true,
    needsBase: true,
  });
export const nameSchema = nameOf(NAME_MAX_LENGTH)
  .refine((name) => !containsBrandName(name), { error: `Name must not contain ${BRAND.name}` })
  .refine((name) => !isReservedName(name), {
    error: "This name is reserved. Please choose another.",
  });

// The pattern is deliberately not the full grammar of the RFC. Only the mail server knows which addresses exist.
const LOCAL_PART = /^[^\s@"(),:;<>[\\\]]+@[^@]+$/u;

/** Full-width letters and the like would allow a second account with the same address. */
const hasNoLookAlikes = (email: string) => email.normalize("NFKC") === email;

const NO_EMAIL = "Please enter a valid email address";

export const emailSchema = textSchema({
  min: 1,
  max: EMAIL_MAX_LENGTH,
  label: "Email",
  noInvisible: true,
})
  .refine(hasNoLookAlikes, { error: NO_EMAIL, abort: true })
  .transform(normalizeEmail)
  .refine(
    (value) => LOCAL_PART.test(value) && hasHostName(value) && value.length <= EMAIL_MAX_LENGTH,
    { error: NO_EMAIL },
  );

/**
 * Taken exactly as given: never trimmed, normalised or cut (docs/rules.md#passwords). The service refuses common
 * passwords, so that no page has to load the list.
 */
export function passwordSchema(label: string) {
  return givenText(missing(label), `${label} must be text`)
    .refine((value) => value.length > 0, { error: missing(label), abort: true })
    .refine((value) => countCodePoints(value) >= PASSWORD_MIN_LENGTH, {
      error: tooShort(label, PASSWORD_MIN_LENGTH),
      abort: true,
    })
    .refine((value) => new TextEncoder().encode(value).length <= PASSWORD_MAX_BYTES, {
      error: `${label} must be at most ${PASSWORD_MAX_BYTES} bytes long`,
      abort: true,
    })
    .refine((value) => value.isWellFormed() && !value.includes("\0"), {
      error: `${label} must be valid Unicode text`,
    })
    .meta({
      minLength: PASSWORD_MIN_LENGTH,
      description: `At most ${PASSWORD_MAX_BYTES} bytes of UTF-8, taken exactly as given`,
    });
}

/** A time part, for example `T00:00`, is cut off. */
export const dateOfBirthSchema = givenText(missing("Date of birth"), "Date of birth must be a date")
  .max(200, { error: "Please enter a valid date of birth", abort: true })
  .transform((value) => cutToDate(value.trim()))
  .pipe(
    z
      .string()
      .refine((value) => value !== "", { error: missing("Date of birth"), abort: true })
      .refine(isCalendarDate, { error: "Please enter a valid date of birth", abort: true })
      .refine((value) => value >= MINIMUM_DATE_OF_BIRTH, {
        error: "Date of birth must be 1900-01-01 or later",
        abort: true,
      })
      .refine((value) => value <= toUtcDate(Date.now()), {
        error: "Date of birth must not be in the future",
        abort: true,
      })
      .refine((value) => ageOn(value, toUtcDate(Date.now())) >= MINIMUM_AGE_YEARS, {
        error: `You must be at least ${MINIMUM_AGE_YEARS} years old`,
      }),
  )
  .meta({ format: "date", description: `Of a person who is at least ${MINIMUM_AGE_YEARS}` });

function nullableChoice(sentinel: string, missing: string) {
  return z
    .union([z.enum(GENDERS), z.literal(sentinel), z.null()], {
      error: (issue) =>
        issue.input === undefined || issue.input === ""
          ? missing
          : "Please choose one of the listed values",
    })
    .transform((value) => (value === sentinel ? null : (value as (typeof GENDERS)[number] | null)));
}

export const genderSchema = (missing: string = SELECT_GENDERS) =>
  nullableChoice(GENDER_UNSTATED, missing);
export const preferredGenderSchema = (missing: string = SELECT_GENDERS) =>
  nullableChoice(GENDER_ANY, missing);

/** Base64 of the solved challenge's JSON; read only if a proof is required. */
const proofSchema = z
  .string({ error: "The proof must be text" })
  .max(4_096, { error: "This is no proof of ours" })
  .optional()
  .meta({
    description: "The solved challenge of a 403 `proof_required` (ALTCHA 2), base64 of JSON",
  });

export const registerSchema = z.object({
  name: nameSchema,
  email: emailSchema,
  dob: dateOfBirthSchema,
  gender: genderSchema(),
  preferred_match_gender: preferredGenderSchema(),
  password: passwordSchema("Password"),
  proof: proofSchema,
});
export type RegisterInput = z.output<typeof registerSchema>;

export const loginSchema = z.object({
  email: emailSchema,
  password: givenText(missing("Password"), "Password must be text").min(1, {
    error: missing("Password"),
  }),
  proof: proofSchema,
});
export type LoginInput = z.output<typeof loginSchema>;

export const confirmPasswordSchema = z.object({ password: requiredText("Password") });

export const forgotPasswordSchema = z.object({ email: emailSchema });

/** Checks only the length, because a text that is no token is treated like an expired token. */
const mailTokenSchema = z
  .string({ error: "The link's token is required" })
  .trim()
  .max(200, { error: "This is no token of ours" });

export const recoverSchema = z.object({
  token: mailTokenSchema,
  password: passwordSchema("Password"),
});
export type RecoverInput = z.output<typeof recoverSchema>;

export const confirmEmailSchema = z.object({ token: mailTokenSchema });

export const changeEmailSchema = confirmPasswordSchema.extend({ email: emailSchema });

export const noticesSchema = z.object({
  wants_notices: z.boolean({ error: "wants_notices must be true or false" }),
});

export const resetPasswordSchema = z.object({
  currentPassword: requiredText("Current password"),
  newPassword: passwordSchema("New password"),
});
export type ResetPasswordInput = z.output<typeof resetPasswordSchema>;

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

/** An authenticator's answer as JSON, in the form that `@simplewebauthn/browser` returns. */
const passkeyAnswer = <Shape extends z.ZodRawShape>(response: Shape) =>
  z
    .string({ error: "The passkey is missing" })
    .max(24_000, { error: "The passkey is too long" })
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue("The passkey is not valid JSON");
        return z.NEVER;
      }
    })
    .pipe(
      z.object({
        id: base64url(1_400),
        rawId: base64url(1_400),
        type: z.literal("public-key"),
        response: z.object({ clientDataJSON: base64url(4_000), ...response }),
      }),
    );

const passkeyNameSchema = nameOf(PASSKEY_NAME_MAX_LENGTH);

export const addPasskeySchema = z.object({
  name: passkeyNameSchema,
  passkey: passkeyAnswer({
    attestationObject: base64url(16_000),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
});
export type AddPasskeyInput = z.output<typeof addPasskeySchema>;

export const provePasskeySchema = z.object({
  passkey: passkeyAnswer({
    authenticatorData: base64url(4_000),
    signature: base64url(8_000),
    userHandle: base64url(128).optional(),
  }),
});
export type ProvePasskeyInput = z.output<typeof provePasskeySchema>;

export const renamePasskeySchema = z.object({
  passkeyId: z.string().min(1).max(64),
  name: passkeyNameSchema,
});
export type RenamePasskeyInput = z.output<typeof renamePasskeySchema>;

export const removePasskeySchema = renamePasskeySchema.pick({ passkeyId: true });
