import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Banner } from "~/app/components/form-banner";
import { AuthForm, AuthPage, EmailField } from "~/app/features/accounts/auth-page";
import { LocalOutboxNote, NoMail } from "~/app/features/accounts/local-outbox-note";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requestReset } from "~/core/accounts/recovery";
import { forgotPasswordSchema } from "~/core/accounts/schemas";
import { parseInput } from "~/core/shared/parse";

const FAILED = "The e-mail could not be sent";

export const meta: MetaFunction = () => pageMeta({ title: "Forgot Password" });

export function loader({ context }: LoaderFunctionArgs) {
  return { mail: context.config.mail };
}

export async function action(args: ActionFunctionArgs) {
  const { deps, address } = args.context;
  const form = await readForm(args.request, forgotPasswordSchema);
  try {
    const input = parseInput(forgotPasswordSchema, form.fields);
    const { message } = await requestReset(deps, address, input);
    return { sent: message };
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function ForgotPasswordPage() {
  const { mail } = useLoaderData<typeof loader>();
  const sent = useActionData<{ sent?: string }>()?.sent;
  const form = useForm({
    offline: FAILED,
    schema: async () => (await import("~/core/accounts/schemas")).forgotPasswordSchema,
  });
  return (
    <AuthPage
      title="Forgot Password"
      lede="It happens. We send you a link, and you choose a new one."
      other={{ question: "Remembered it?", link: "Sign In", to: "/login" }}
    >
      {mail === "off" ? <NoMail /> : null}
      {sent ? (
        <div className="mb-6 flex flex-col gap-3">
          <Banner>
            <p role="status">{sent}</p>
          </Banner>
          <LocalOutboxNote isLocal={mail === "local"} />
        </div>
      ) : null}
      {mail === "off" ? null : (
        <AuthForm form={form} submit={sent ? "Send Again" : "Send Link"}>
          <EmailField {...form.bind("email")} />
        </AuthForm>
      )}
    </AuthPage>
  );
}
