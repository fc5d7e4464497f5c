import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { Banner } from "~/app/components/form-banner";
import { AuthForm, EmailField } from "~/app/features/auth/auth-form";
import { AuthPage } from "~/app/features/auth/auth-page";
import { LocalOutboxNote, NoMail } from "~/app/features/email/local-outbox-note";
import type { ActionData } from "~/app/lib/action-data";
import { submitForms } from "~/app/lib/forms";
import { acceptForm, asAnyone, defineForms, guestForm } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
import { useCheckedForm } from "~/app/lib/use-checked-form";
import { forgotPasswordSchema } from "~/core/recovery/schemas";

type Field = keyof z.input<typeof forgotPasswordSchema>;
type ForgotData = ActionData & { sent?: string };

const FORMS = { "": { fallback: "The e-mail could not be sent" } } as const;

export const meta: MetaFunction = () => pageMeta({ title: "Forgot Password" });

export function loader({ context }: LoaderFunctionArgs) {
  return { mail: context.config.mail };
}

export const action = defineForms(
  { words: FORMS, guard: asAnyone },
  {
    "": guestForm({
      bound: ["mailRequests", "mailRequestsOfNetwork", "mailsOfAddress"],
      schema: forgotPasswordSchema,
      isChecked: true,
      keeps: ["email"],
      async run({ context, value }) {
        const { services, address } = context;
        const { message } = await services.recovery.requestReset({ address }, value);
        return acceptForm<ForgotData>({ sent: message });
      },
    }),
  },
);

export const clientAction = submitForms(FORMS);

export default function ForgotPasswordPage() {
  const { mail } = useLoaderData<typeof loader>();
  const answer = useActionData<ForgotData>();
  const form = useCheckedForm<Field>({
    id: "forgot-password",
    lastResult: answer,
    loadSchema: async () => (await import("~/core/recovery/schemas")).forgotPasswordSchema,
  });
  return (
    <AuthPage
      title="Forgot Password"
      lede="It happens. We send you a link, and you choose a new one."
      other={{ question: "Remembered it?", link: "Sign In", to: "/login" }}
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
          <EmailField {...form.bind("email")} />
        </AuthForm>
      )}
    </AuthPage>
  );
}
