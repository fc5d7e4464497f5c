import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { CheckForm } from "./use-checked-form";

/** The rules of a schema as its action applies them. To be loaded on first use: it brings zod. */
export function checkWith(
  schema: z.ZodType,
  options: { disableAutoCoercion?: boolean } = {},
): CheckForm {
  return (form) => {
    const submission = parseWithZod(form, { schema, ...options });
    return submission.status === "success" ? {} : (submission.error ?? {});
  };
}
