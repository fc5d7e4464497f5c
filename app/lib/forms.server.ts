import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { z } from "zod";
import type { BoundName } from "~/core/shared/bounds";
import type { LIMITS } from "~/core/shared/constants";
import { AppError, ERRORS } from "~/core/shared/errors";
import { parseInput } from "~/core/shared/parse";
import type { Viewer } from "~/core/viewer/viewer";
import { type ActionData, failForm } from "./action-data";
import { listErrors, readFields } from "./check-form";
import { type FormWords, intentOf, namedIntent, type PageForms } from "./forms";
import { type Refusal, type RouteArgs, toRefusal } from "./refusal.server";
import { isSentByBrowser } from "./script-navigation";
import { requireAdminSession, requireSession } from "./session.server";
import { redirectWithToast } from "./toast.server";

/**
 * The limit in which a form counts: the bound of an API call, limits that the form's own statement counts, or only the
 * fence in front of the Worker. A form without a viewer can't use a bound. `docs/threat-model.md` lists the limits.
 */
export type FormBound<V> =
  | "fence"
  | readonly (keyof typeof LIMITS)[]
  | (V extends Viewer ? BoundName : never);

/** The arguments of a form's `run`. */
interface Submitted<Value, V> extends ActionFunctionArgs {
  viewer: V;
  value: Value;
  /** The beginning of the answer: the form's intent, and the text of the fields that it keeps. */
  answer: Pick<ActionData, "intent" | "initialValue">;
}

/**
 * The answer to a form that succeeded: a redirect, the same page ({@link acceptForm}), or the same page with only a
 * notification, which a browser without scripts loads again.
 */
type FormAnswer = PageAnswer | { message: string };
type PageAnswer = Response | ReturnType<typeof acceptForm>;

/** One form of a page: its bound, its checks and its work. */
export interface Form<V> {
  bound: FormBound<V> | ((form: FormData) => FormBound<V>);
  /** The form may have only the fields of this schema. */
  schema: z.ZodType;
  /** The names of the fields, if they differ from those of the schema. */
  fields?: readonly string[];
  /** Returns the schema's input, if that is not the text of each field. */
  read?(form: FormData): unknown;
  /**
   * Whether the browser checks the form during typing (`useCheckedForm`). The server then answers all errors, as that
   * check does.
   */
  isChecked?: boolean;
  /** The fields that show their own errors; in a checked form all do. Errors of other fields are shown for the form. */
  shows?: readonly string[];
  /** The fields whose text the page shows again after a refusal. */
  keeps?: readonly string[];
  run(submitted: Submitted<unknown, V>): Promise<FormAnswer>;
}

/** A {@link Form} as it is written: the schema determines the type of `run`'s argument. */
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

/** The schema of a form that has only a button. */
export const NO_FIELDS = z.object({});

/** Properties that the forms of a page share. */
interface PageOptions<Words, V> {
  words: Words;
  /** The viewer who may send the form. @throws a redirect for anyone else */
  guard(args: RouteArgs, intent: string): Promise<V>;
  /** Returns the intent of a form that does not have it in the field `intent`. */
  choose?(form: FormData): string;
  /** The answer to a refusal, for forms whose scripts don't read {@link ActionData}. */
  refuse?(refusal: Refusal): Response;
}

/** The action of a page, with the table of its forms. */
export interface FormsAction {
  (args: ActionFunctionArgs): Promise<PageAnswer>;
  forms: Readonly<Record<string, Form<Viewer | null>>>;
}

/**
 * Makes the action of a page from the table of its forms. The order is: guard, 400 for an unknown intent or field, the
 * bound, the schema, `run`. An error of the last three becomes the page's answer.
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
      const success = { type: "success", message: done.message } as const;
      // Scripts show an answer's notification. The browser itself shows only that of a page that it loads.
      if (isSentByBrowser(args.request)) return redirectWithToast(pageOf(args.request), success);
      return acceptForm({ ...namedIntent(intent), toast: success });
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

/** Makes a loader that answers data instead of a page, and counts each use in a bound. */
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

/** Counts a page's use in the bound of the same API call. All forms and bounded loaders count here. */
async function countUse(
  { context }: RouteArgs,
  viewer: Viewer | null,
  bound: FormBound<Viewer>,
): Promise<void> {
  if (bound === "fence" || typeof bound !== "string") return;
  if (!viewer) throw new AppError("unauthenticated");
  await context.services.auth.countUse(viewer, bound);
}

/** The address of a form's page, without the parameters that name the page's action and open a dialog. */
function pageOf(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of ["index", "dialog"]) searchParams.delete(name);
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
}

const fieldsOf = ({ schema, fields }: Pick<Form<never>, "schema" | "fields">): readonly string[] =>
  fields ?? (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/**
 * Refuses names that are not the form's own before any parser gets them, because parsers build structures from names.
 * The Worker has already checked that each name comes only once (`worker/http/page-request.ts`).
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

/** The answer to a refused form: the errors of its fields, or else the error of the form. */
function refuseForm({ status, message, errors }: Refusal, options: RefuseOptions) {
  const { shows, ...rest } = options;
  const shown = errors.filter(({ path }) => shows.includes(path));
  if (shown.length === 0) return data(failForm(message, rest), { status });
  const { toast: _, ...answer } = rest;
  const error: Record<string, string[]> = {};
  for (const { path, message: words } of shown) error[path] = [...(error[path] ?? []), words];
  return data<ActionData>({ ...answer, error }, { status });
}

/** The answer to a form that succeeded and stays on its page. */
export function acceptForm<Answer extends ActionData>(answer: Answer) {
  return data<Answer>(answer, { status: 200 });
}

/** The viewer of a page for members. */
export const asMember = async ({ request, context }: RouteArgs) =>
  (await requireSession(request, context)).viewer;

/** The viewer of a page that is also for suspended members. */
export const asMemberWhileSuspended = async ({ request, context }: RouteArgs) =>
  (await requireSession(request, context, { whileSuspended: true })).viewer;

/** The viewer of a page for admins. */
export const asAdmin = async ({ request, context }: RouteArgs) =>
  (await requireAdminSession(request, context)).viewer;

/** Refuses with the status alone, for a route that answers no page. @throws a Response */
export function throwStatus({ status }: Refusal): never {
  throw new Response(null, { status });
}

/** The guard of a page for anyone: no viewer. */
export const asAnyone = async () => null;
