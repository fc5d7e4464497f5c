import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { Banner } from "~/app/components/form-banner";
import { TextField } from "~/app/components/text-field";
import { AuthForm } from "~/app/features/auth/auth-form";
import { AuthPage } from "~/app/features/auth/auth-page";
import { LocalOutboxNote } from "~/app/features/email/local-outbox-note";
import { NoMail } from "~/app/features/email/no-mail";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "~/app/framework";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { type ActionData, failForm } from "~/app/lib/action-data";
import { acceptForm, refuseForm, refuseSubmission } from "~/app/lib/answer-form.server";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { submitForm } from "~/app/lib/survive-offline";
import { useCheckedForm } from "~/app/lib/use-checked-form";
import { forgotPasswordSchema } from "~/core/recovery/schemas";

type Field = keyof z.input<typeof forgotPasswordSchema>;
type Answer = ActionData & { sent?: string };

const FAILED = "The mail could not be sent";

export const meta: MetaFunction = () => pageMeta({ title: "Forgot Password" });

export function loader({ context }: LoaderFunctionArgs) {
  return { mail: context.config.mail };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = Object.keys(forgotPasswordSchema.shape);
  const submission = parseWithZod(await readFields(request, fields), {
    schema: forgotPasswordSchema,
  });
  if (submission.status !== "success") return refuseSubmission(submission);
  try {
    const client = { address: context.address };
    const { message } = await context.services.recovery.requestReset(client, submission.value);
    return acceptForm<{ sent: string }>({ sent: message });
  } catch (error) {
    const { initialValue } = submission.reply();
    return refuseForm(error, { request, context }, { fallback: FAILED, fields, initialValue });
  }
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return submitForm(serverAction<typeof action>, failForm(FAILED));
}

export default function ForgotPasswordPage() {
  const { mail } = useLoaderData<typeof loader>();
  const answer = useActionData<Answer>();
  const form = useCheckedForm<Field>({
    id: "forgot-password",
    lastResult: answer,
    loadCheck: () => import("~/app/features/auth/check-forgot"),
  });
  return (
    <AuthPage
      title="Forgot Password"
      lede="It happens. We send you a link, and you choose a new one."
      other={{ question: "It came back to you?", link: "Sign In", to: "/login" }}
    >
      {mail === "off" ? <NoMail /> : null}
      {answer?.sent ? (
        <div className="mb-6 flex flex-col gap-3">
          <Banner>
            <p role="status">{answer.sent}</p>
          </Banner>
          <LocalOutboxNote isLocal={mail === "local"} />
        </div>
      ) : null}
      {mail === "off" ? null : (
        <AuthForm form={form} submit={answer?.sent ? "Send Again" : "Send Link"}>
          <TextField
            label="Email Address"
            type="email"
            autoComplete="username"
            inputMode="email"
            aria-required
            {...form.bind("email")}
          />
        </AuthForm>
      )}
    </AuthPage>
  );
}
