import { z } from "zod";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "~/app/framework.server";
import type { BoundName } from "~/core/shared/bounds";
import type { LIMITS } from "~/core/shared/constants";
import { AppError, ERRORS } from "~/core/shared/errors";
import { parseInput } from "~/core/shared/parse";
import type { Viewer } from "~/core/viewer/viewer";
import { type ActionData, failForm } from "./action-data";
import { listErrors, readFields } from "./check-form";
import { type FormWords, intentOf, namedIntent, type PageForms } from "./forms";
import { type Refusal, type RouteArgs, toRefusal } from "./refusal.server";
import { requireAdminSession, requireSession } from "./session.server";

/**
 * A bound of the API that a use counts in, limits that are counted in the statement of what the form does, or the fence
 * in front of the Worker alone. `docs/threat-model.md` prints it. Without a viewer there is no bound to count in.
 */
export type FormBound<V> =
  | "fence"
  | readonly (keyof typeof LIMITS)[]
  | (V extends Viewer ? BoundName : never);

/** Parameters of a form's action. */
interface Submitted<Value, V> extends ActionFunctionArgs {
  viewer: V;
  value: Value;
  /** Base of the answer: the form's intent, and the text of the fields that it keeps. */
  answer: Pick<ActionData, "intent" | "initialValue">;
}

/**
 * Answer to a form that succeeded: a redirect, the same page ({@link acceptForm}), or the same page with a notification alone.
 */
type FormAnswer = PageAnswer | { message: string };
type PageAnswer = Response | ReturnType<typeof acceptForm>;

/** One form of a page: what bounds it, checks it and does it in one place. */
export interface Form<V> {
  bound: FormBound<V> | ((form: FormData) => FormBound<V>);
  /** Its fields are the only ones that the form may have. */
  schema: z.ZodType;
  /** The names of the fields if they aren't those of the schema. */
  fields?: readonly string[];
  /** Input of the schema, if that isn't the text of each field. */
  read?(form: FormData): unknown;
  /** Whether the form is checked while one types (`useCheckedForm`): it answers all errors, as that check does. */
  isChecked?: boolean;
  /** The fields that show their errors beside them; all of them in a checked form. An error of any other is the form's. */
  shows?: readonly string[];
  /** The fields whose text the page shows again after a refusal. */
  keeps?: readonly string[];
  run(submitted: Submitted<unknown, V>): Promise<FormAnswer>;
}

/** {@link Form} while it is written down: what `run` gets follows from the schema. */
interface TypedForm<Schema extends z.ZodType, V> extends Form<V> {
  schema: Schema;
  run(submitted: Submitted<z.output<Schema>, V>): Promise<FormAnswer>;
}

/** A form of a signed-in member. */
export const memberForm = <Schema extends z.ZodType>(
  form: TypedForm<Schema, Viewer>,
): Form<Viewer> => form;

/** A form that needs no session. */
export const guestForm = <Schema extends z.ZodType>(form: TypedForm<Schema, null>): Form<null> =>
  form;

/** The schema of a form that is nothing but its button. */
export const NO_FIELDS = z.object({});

/** Properties that the forms of a page share. */
interface PageOptions<Words, V> {
  words: Words;
  /** The viewer who may send the form. @throws a redirect for anyone else */
  guard(args: RouteArgs, intent: string): Promise<V>;
  /** The intent of a form that names it otherwise than by the field `intent`. */
  choose?(form: FormData): string;
  /** Answer to a refusal, for forms that are sent by scripts that read no {@link ActionData}. */
  refuse?(refusal: Refusal): Response;
}

/** The action of a page, with the table that it follows. */
export interface FormsAction {
  (args: ActionFunctionArgs): Promise<PageAnswer>;
  forms: Readonly<Record<string, Form<Viewer | null>>>;
}

/**
 * The action of a page, from the table of its forms. In this order: guard, 400 for an unknown intent or field, the
 * bound, the schema, `run`. What the last three throw becomes the page's answer.
 */
export function defineForms<const Words extends PageForms, V extends Viewer | null>(
  { words, guard, choose = intentOf, refuse }: PageOptions<Words, V>,
  forms: { [Intent in keyof Words]: Form<V> },
): FormsAction {
  const action = async (args: ActionFunctionArgs): Promise<PageAnswer> => {
    const sent = await args.request.formData();
    const intent = choose(sent);
    const viewer = await guard(args, intent);
    if (!Object.hasOwn(forms, intent)) {
      const { status, message } = ERRORS.invalid_input;
      return refuse?.({ status, message, errors: [] }) ?? data(failForm(message), { status });
    }
    const form = forms[intent] as Form<V>;
    const { fallback, toast } = words[intent] as FormWords;
    assertFields(sent, fieldsOf(form), intent);
    const answer = { ...namedIntent(intent), ...keepText(sent, form.keeps) };
    try {
      const { bound } = form;
      await countUse(args, viewer, typeof bound === "function" ? bound(sent) : bound);
      const done = await form.run({ ...args, viewer, value: parseForm(form, sent), answer });
      if (!("message" in done)) return done;
      const { message } = done;
      return acceptForm({ ...namedIntent(intent), toast: { type: "success", message } });
    } catch (error) {
      const refusal = toRefusal(error, fallback, args);
      if (refuse) return refuse(refusal);
      const shows = form.isChecked ? ["", ...fieldsOf(form)] : (form.shows ?? []);
      return refuseForm(refusal, { ...answer, shows, toast: toast === true });
    }
  };
  return Object.assign(action, { forms: forms as FormsAction["forms"] });
}

/** Parts of a loader that counts its uses. */
interface BoundedLoader<Answer> {
  bound: BoundName;
  guard(args: RouteArgs): Promise<Viewer>;
  fallback: string;
  run(args: LoaderFunctionArgs, viewer: Viewer): Promise<Answer>;
  refuse(refusal: Refusal, args: LoaderFunctionArgs): Answer;
}

/** A loader that answers data and no page, and counts each use in a bound. */
export function defineLoader<Answer>(loader: BoundedLoader<Answer>) {
  const { bound, guard, fallback, run, refuse } = loader;
  return async (args: LoaderFunctionArgs): Promise<Answer> => {
    const viewer = await guard(args);
    try {
      await countUse(args, viewer, bound);
      return await run(args, viewer);
    } catch (error) {
      return refuse(toRefusal(error, fallback, args), args);
    }
  };
}

/** Counts what a page does in the bound of its API twin. Forms and bounded loaders all count here. */
async function countUse(
  { context }: RouteArgs,
  viewer: Viewer | null,
  bound: FormBound<Viewer>,
): Promise<void> {
  if (bound === "fence" || typeof bound !== "string") return;
  if (!viewer) throw new AppError("unauthenticated");
  await context.services.auth.countUse(viewer, bound);
}

const fieldsOf = ({ schema, fields }: Pick<Form<never>, "schema" | "fields">): readonly string[] =>
  fields ?? (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/**
 * Parsers build structures from names, so a name that is not the form's own reaches none of them. That each name comes
 * once, the Worker has checked (`worker/http/page-request.ts`).
 * @throws a Response of status 400 for a form with another field
 */
function assertFields(sent: FormData, fields: readonly string[], intent: string): void {
  for (const [name, value] of sent) {
    if (fields.includes(name) || (name === "intent" && value === intent)) continue;
    throw new Response(null, { status: 400, statusText: "Bad Request" });
  }
}

/** @throws AppError `invalid_input` */
function parseForm<V>({ schema, read, isChecked }: Form<V>, sent: FormData): unknown {
  if (!isChecked) return parseInput(schema, read ? read(sent) : Object.fromEntries(sent));
  const parsed = schema.safeParse((read ?? readFields)(sent));
  if (parsed.success) return parsed.data;
  const errors = Object.entries(listErrors(parsed.error)).flatMap(([path, messages]) =>
    messages.map((message) => ({ path, message })),
  );
  throw new AppError("invalid_input", { errors });
}

function keepText(sent: FormData, names: readonly string[] = []): Pick<ActionData, "initialValue"> {
  const kept = names.filter((name) => sent.has(name)).map((name) => [name, sent.get(name)]);
  return kept.length > 0 ? { initialValue: Object.fromEntries(kept) } : {};
}

interface RefuseOptions extends Pick<ActionData, "intent" | "initialValue"> {
  shows: readonly string[];
  toast?: boolean;
}

/** The answer to a form that was refused: the errors of its fields, else the error of the form. */
function refuseForm({ status, message, errors }: Refusal, options: RefuseOptions) {
  const { shows, ...rest } = options;
  const shown = errors.filter(({ path }) => shows.includes(path));
  if (shown.length === 0) return data(failForm(message, rest), { status });
  const { toast: _, ...answer } = rest;
  const error: Record<string, string[]> = {};
  for (const { path, message: words } of shown) error[path] = [...(error[path] ?? []), words];
  return data<ActionData>({ ...answer, error }, { status });
}

/** The answer to a form that went well and whose page stays. */
export function acceptForm<Answer extends ActionData>(answer: Answer) {
  return data<Answer>(answer, { status: 200 });
}

/** The viewer of a page for members. */
export const asMember = async ({ request, context }: RouteArgs) =>
  (await requireSession(request, context)).viewer;

/** The viewer of a page that a suspended member needs. */
export const asMemberWhileSuspended = async ({ request, context }: RouteArgs) =>
  (await requireSession(request, context, { whileSuspended: true })).viewer;

/** The viewer of a page for admins. */
export const asAdmin = async ({ request, context }: RouteArgs) =>
  (await requireAdminSession(request, context)).viewer;

/** Refusal of a route that answers no page: its status alone. @throws it */
export function throwStatus({ status }: Refusal): never {
  throw new Response(null, { status });
}

/** No viewer: a page for anyone. */
export const asAnyone = async () => null;
