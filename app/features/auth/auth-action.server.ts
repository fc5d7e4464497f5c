import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import type { ActionFunctionArgs, AppLoadContext } from "~/app/framework.server";
import { refuseForm, refuseSubmission } from "~/app/lib/answer-form.server";
import { readFields } from "~/app/lib/read-fields.server";
import { safeNext } from "~/app/lib/safe-next";
import { sessionCookie } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";

/** What an answer never repeats: it would stand in the page, readable. */
const PASSWORD_FIELDS = ["password", "confirmPassword"];

type Auth = AppLoadContext["services"]["auth"];

interface AuthActionOptions<Schema extends z.ZodObject> {
  schema: Schema;
  /** Signs in or up. */
  enter: (
    auth: Auth,
    client: { address: string },
    value: z.output<Schema>,
  ) => Promise<Parameters<typeof sessionCookie>[1]>;
  /** What is said of a success. */
  welcome: string;
  /** What is said of something unexpected. */
  fallback: string;
}

/** The action of sign-in and of sign-up: leads to where one was going, else to the landing page. */
export async function authAction<Schema extends z.ZodObject>(
  { request, context }: ActionFunctionArgs,
  { schema, enter, welcome, fallback }: AuthActionOptions<Schema>,
) {
  const fields = Object.keys(schema.shape);
  const submission = parseWithZod(await readFields(request, fields), { schema });
  if (submission.status !== "success") return refuseSubmission(submission, PASSWORD_FIELDS);
  try {
    const client = { address: context.address };
    const signedIn = await enter(context.services.auth, client, submission.value);
    const next = safeNext(new URL(request.url).searchParams.get("next"));
    const headers = { "Set-Cookie": sessionCookie(request, signedIn) };
    return redirectWithToast(next, { type: "success", message: welcome }, headers);
  } catch (error) {
    const { initialValue } = submission.reply({ hideFields: PASSWORD_FIELDS });
    return refuseForm(error, { request, context }, { fallback, fields, initialValue });
  }
}
