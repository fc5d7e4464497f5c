import type { z } from "zod";
import { AppError } from "./errors";

/** @throws AppError `invalid_input` (docs/rules.md#errors) */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw toInvalidInput(parsed.error);
  return parsed.data;
}

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
 * For JSON that the server wrote itself.
 * @throws ZodError or SyntaxError
 */
export function parseJson<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
): z.output<Schema> {
  return schema.parse(JSON.parse(json));
}
