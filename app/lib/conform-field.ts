import type { FieldMetadata } from "@conform-to/react";

/** What our field components take from Conform's view of a field. */
export interface BoundField {
  id: string;
  name: string;
  defaultValue: string | undefined;
  errors: string[] | undefined;
}

/**
 * Ties a field of a Conform form to one of our field components:
 * `<TextField label="Email Address" {...bindField(fields.email)} />`. The form itself carries
 * `noValidate`, so no `required` or `minLength` is passed on: the words are our own (contract §7).
 */
export function bindField(field: FieldMetadata<unknown>): BoundField {
  const { id, name, initialValue, errors } = field;
  return {
    id,
    name,
    defaultValue: typeof initialValue === "string" ? initialValue : undefined,
    errors,
  };
}
