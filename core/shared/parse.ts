import type { z } from "zod";
import { AppError } from "./errors";

/**
 * Ignores unknown fields.
 * @throws AppError `invalid_input` with one entry per failed field; its message is the first entry's
 * (docs/rules.md#errors)
 */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = tryParseInput(schema, input);
  if (parsed instanceof AppError) throw parsed;
  return parsed;
}

/** {@link parseInput} for a caller that must check something else before it refuses: returns the refusal. */
export function tryParseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> | AppError {
  const parsed = schema.safeParse(input);
  return parsed.success ? parsed.data : toInvalidInput(parsed.error);
}

/** With the first error of each field. */
export function toInvalidInput({ issues }: z.ZodError): AppError {
  const errors = issues.map((issue) => ({
    path: issue.path.map(String).join("."),
    message: issue.path.length === 0 ? "The request body must be an object" : issue.message,
  }));
  const seen = new Set<string>();
  const firstOfEach = errors.filter(({ path }) => !seen.has(path) && seen.add(path));
  return new AppError("invalid_input", { errors: firstOfEach });
}

/**
 * For text that we wrote ourselves, such as a column.
 * @throws SyntaxError or ZodError for any other text
 */
export function parseJson<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
): z.output<Schema> {
  return schema.parse(JSON.parse(json));
}
