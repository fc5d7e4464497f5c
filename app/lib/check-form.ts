import type { z } from "zod";

/** The messages of each field by its name, and of the form itself under the empty name. */
export type FieldErrors = Record<string, string[]>;

/** The text of a form's fields. An empty field counts as missing. */
export function readFields(form: FormData): Record<string, unknown> {
  return Object.fromEntries([...form].filter(([, text]) => text !== ""));
}

/** All messages of a schema for each field. */
export function listErrors(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of error.issues) {
    const name = path.join(".");
    errors[name] = [...(errors[name] ?? []), message];
  }
  return errors;
}
