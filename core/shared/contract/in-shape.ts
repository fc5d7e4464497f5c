import type { z } from "zod";
import { toIso } from "../age";

/** In a row, instants (the fields `…_at`) may be milliseconds since 1970. */
type Stored<Dto> = {
  [Name in keyof Dto]: Name extends `${string}_at` ? Dto[Name] | number : Dto[Name];
};

/**
 * Takes only the shape's fields from a row, so a new column is in no answer until a shape names it. Instants become ISO
 * 8601.
 */
export function inShape<Shape extends z.ZodRawShape>(
  { shape }: z.ZodObject<Shape>,
  row: Stored<z.infer<z.ZodObject<Shape>>>,
): z.infer<z.ZodObject<Shape>> {
  const values = new Map<string, unknown>(Object.entries(row));
  const fields = Object.keys(shape).filter((name) => values.has(name));
  const inAnswer = (name: string) => {
    const value = values.get(name);
    return name.endsWith("_at") && typeof value === "number" ? toIso(value) : value;
  };
  return Object.fromEntries(fields.map((name) => [name, inAnswer(name)])) as z.infer<
    z.ZodObject<Shape>
  >;
}
