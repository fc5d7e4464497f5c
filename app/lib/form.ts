import { data, useActionData, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { z } from "zod";
import { useToast } from "~/app/components/toast";
import type { Refusal } from "./refusal.server";

/** Fields named `name[0]`, `name[1]` and so on become the list `name`. Empty fields are absent. */
export type Fields = Record<string, string | string[]>;
/** Keyed by the field's name. The key of an error of the whole form is ''. */
type Errors = Record<string, string>;
export interface FormAnswer {
  intent?: string;
  errors?: Errors;
  typed?: Record<string, string>;
  isOffline?: boolean;
  message?: string;
}

const LISTED = /^(\w+)\[(1?\d)\]$/;
const SECRET = /password|passkey|proof/i;
export const intentOf = (form: FormData) => String(form.get("intent") ?? "");

function readFields(form: FormData): Fields {
  const fields: Fields = {};
  for (const [name, text] of form) {
    const list = LISTED.exec(name)?.[1];
    if (typeof text !== "string" || text === "") continue;
    fields[list ?? name] = list ? [...(fields[list] ?? []), text] : text;
  }
  return fields;
}

function isArray({ def }: z.ZodType): boolean {
  const inner = "innerType" in def ? def.innerType : "in" in def ? def.in : null;
  return inner ? isArray(inner as z.ZodType) : (def.type as string) === "array";
}

/**
 * The Worker has already limited the size of the form.
 * @param forms the form's schema, or that of each `intent`
 * @throws a Response of status 400 for an unknown intent, an unknown field, or a field that comes twice
 */
export async function readForm<Intent extends string = "">(
  request: Request,
  forms: z.ZodObject | Record<Intent, z.ZodObject>,
) {
  const refusal = (words: string) => new Response(words, { status: 400 });
  const form = await request.formData().catch(() => Promise.reject(refusal("This is no form.")));
  const all = ("shape" in forms ? { "": forms } : forms) as Record<string, z.ZodObject>;
  const intent = intentOf(form) as Intent;
  const { shape } = (Object.hasOwn(all, intent) && all[intent]) || {};
  if (!shape) throw refusal(`The intents of this page: ${Object.keys(all).join(", ")}`);
  form.delete("intent");
  const typed: Record<string, string> = {};
  for (const [name, text] of form) {
    const list = LISTED.exec(name)?.[1] ?? "";
    const isKnown = Object.hasOwn(shape, list) ? isArray(shape[list]) : Object.hasOwn(shape, name);
    const isFirst = isKnown && !Object.hasOwn(typed, name);
    if (!isFirst || typeof text !== "string") throw refusal("This form has no such field.");
    typed[name] = text;
  }
  return { intent, typed, fields: readFields(form) };
}

export function refuse<More extends object>(
  { intent, typed }: { intent: string; typed: Record<string, string> },
  { status, message, errors }: Refusal,
  more?: More,
) {
  const shown = errors.filter(({ path }) => path in typed || `${path}[0]` in typed);
  const kept = Object.entries(typed).filter(([name]) => !SECRET.test(name));
  const answer: FormAnswer = { intent, typed: Object.fromEntries(kept) };
  const ofFields = Object.fromEntries(shown.map((error) => [error.path, error.message]));
  answer.errors = shown.length > 0 ? ofFields : { "": message };
  return data({ ...answer, ...more }, { status });
}

interface FormOptions {
  intent?: string;
  /** The error to show if the form did not reach the server. */
  offline: string;
  fetcher?: { state: string; data?: FormAnswer | undefined };
  /** A function, because the schema's code is too large for the first load of a page. */
  schema?: () => Promise<z.ZodType>;
  initial?: Record<string, string>;
  /** Whether errors are also shown as toasts. Successes are, unless `isQuiet`. */
  notifies?: boolean;
  isQuiet?: boolean;
  onSuccess?: () => void;
}

export function useForm({ intent = "", offline, fetcher, schema, ...options }: FormOptions) {
  const form = useRef<HTMLFormElement>(null);
  const rules = useRef<z.ZodType | null>();
  const page = useActionData<FormAnswer>();
  const { formData, formMethod } = useNavigation();
  const isSent = formMethod === "POST" && intentOf(formData ?? new FormData()) === intent;
  const isBusy = fetcher ? fetcher.state !== "idle" : isSent;
  const answer = fetcher?.data ?? ((page?.intent ?? "") === intent ? page : undefined);
  const answered = answer?.isOffline ? { "": offline } : answer?.errors;
  const [found, setFound] = useState<{ since: unknown; errors: Errors }>();
  const [stops, setStops] = useState(0);
  const errors = (found && found.since === answer ? found.errors : answered) ?? {};
  const show = useToast();
  const tell = useRef(() => {});
  tell.current = () => {
    const [error] = Object.values(errors);
    if (error && options.notifies) show({ type: "error", message: error });
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    else if (answer?.message) {
      if (!options.isQuiet) show({ type: "success", message: answer.message });
      options.onSuccess?.();
    }
  };
  useEffect(() => {
    if (answer || stops > 0) tell.current();
  }, [answer, stops]);
  async function load() {
    rules.current ??= await schema?.().catch(() => null);
  }
  function check(element: HTMLFormElement): boolean {
    const { error } = rules.current?.safeParse(readFields(new FormData(element))) ?? {};
    const wrong = error?.issues.map(({ path, message }) => [path.join("."), message]) ?? [];
    if (rules.current) setFound({ since: answer, errors: Object.fromEntries(wrong.reverse()) });
    return error === undefined;
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const { currentTarget: element, nativeEvent } = event;
    const isEarly = schema && rules.current === undefined;
    if (!isEarly && check(element)) return;
    event.preventDefault();
    const send = () => element.requestSubmit((nativeEvent as SubmitEvent).submitter);
    if (isEarly) void load().then(send);
    else setStops(stops + 1);
  }
  function onInput({ currentTarget }: FormEvent<HTMLFormElement>) {
    if (Object.keys(errors).length > 0) check(currentTarget);
    void load();
  }
  const typed = (name: string) => (answer?.typed ?? options.initial)?.[name];
  const bind = (name: string) => {
    const list = errors[name] ? [errors[name]] : undefined;
    return { name, defaultValue: typed(name), errors: list };
  };
  const props = { ref: form, method: "post" as const, noValidate: true, onSubmit, onInput };
  return { props, answer, errors, isBusy, typed, bind };
}

export type FormState = ReturnType<typeof useForm>;
