import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { type ActionFunctionArgs, data } from "~/app/framework.server";
import { type ActionData, failForm } from "./action-data";
import { readFields } from "./read-fields.server";
import { type RouteArgs, toRefusal } from "./refusal.server";

interface RefuseOptions extends Pick<ActionData, "intent" | "initialValue"> {
  /** Message of something unexpected (docs/rules.md#failures). */
  fallback: string;
  /** The fields that show their errors beside them. An error of any other field is the form's. */
  fields?: readonly string[];
  /** Whether a notification says what is wrong with the form. */
  toast?: boolean;
}

/** The answer to a form that went well and whose page stays. */
export function acceptForm<More extends object>(answer: ActionData & More) {
  return data(answer, { status: 200 });
}

/**
 * The answer to a form whose service threw: the errors of its fields, else the error of the form.
 * @throws what {@link toRefusal} throws
 */
export function refuseForm(error: unknown, args: RouteArgs, options: RefuseOptions) {
  const { fallback, fields = [], ...rest } = options;
  const { status, message, errors } = toRefusal(error, fallback, args);
  const shown = errors.filter(({ path }) => fields.includes(path));
  if (shown.length === 0) return data(failForm(message, rest), { status });
  const { toast: _, ...answer } = rest;
  const fieldErrors = Object.fromEntries(shown.map((field) => [field.path, [field.message]]));
  return data<ActionData>({ ...answer, error: fieldErrors }, { status });
}

/** What `work` answers to a form, or {@link refuseForm} to what it throws. */
export async function tryForm<Answer>(
  args: RouteArgs,
  options: RefuseOptions,
  work: () => Promise<Answer>,
) {
  try {
    return await work();
  } catch (error) {
    return refuseForm(error, args, options);
  }
}

/**
 * The answer to a form that its schema refuses.
 * @param hideFields what was typed into these does not come back, for the page would show it
 */
export function refuseSubmission<Value>(
  submission: Submission<Value>,
  hideFields: readonly string[] = [],
) {
  const { error, initialValue } = submission.reply({ hideFields: [...hideFields] });
  return data<ActionData>({ error, initialValue }, { status: 400 });
}

interface FormOptions<Schema extends z.ZodObject> extends Pick<RefuseOptions, "fallback"> {
  schema: Schema;
  /** What was typed into these does not come back, for the page would show it. */
  hideFields?: readonly string[];
}

/**
 * The whole action of a form that has the fields of one schema.
 * @param work answers what the schema accepts; `initialValue` is what was typed, to be shown again
 */
export async function answerForm<Schema extends z.ZodObject, Answer>(
  args: ActionFunctionArgs,
  { schema, fallback, hideFields = [] }: FormOptions<Schema>,
  work: (value: z.output<Schema>, initialValue: ActionData["initialValue"]) => Promise<Answer>,
) {
  const fields = Object.keys(schema.shape);
  const submission = parseWithZod(await readFields(args.request, fields), { schema });
  if (submission.status !== "success") return refuseSubmission(submission, hideFields);
  const { initialValue } = submission.reply({ hideFields: [...hideFields] });
  const options = { fallback, fields, initialValue };
  return tryForm(args, options, () => work(submission.value, initialValue));
}
