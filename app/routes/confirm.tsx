import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Button, LinkButton } from "~/app/components/button";
import { EmailAddress } from "~/app/components/email-address";
import { FormError } from "~/app/components/form-banner";
import { PageHeading } from "~/app/components/section";
import { dropLink, readLink } from "~/app/features/accounts/mail-link.server";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { readSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { confirmEmail, type EmailLink, findEmailLink } from "~/core/accounts/email";
import { EMAIL_LINK_MS } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";

const FAILED = "The address could not be confirmed";

export const meta: MetaFunction = () => pageMeta({ title: "Confirm Your E-mail" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = readLink(request, "/confirm");
  const { deps, address } = context;
  return { link: token === "" ? null : await findEmailLink(deps, address, { token }) };
}

/** Only this form uses up a link, because programs that check the links in mails send no forms. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const form = await readForm(request, z.object({}));
  try {
    const token = readLink(request, "/confirm");
    const { message, state } = await confirmEmail(context.deps, context.address, { token });
    const own = state === "verified" ? "/conversations" : "/profile/email";
    const page = (await readSession(request, context)) ? own : "/login";
    const headers = { "set-cookie": dropLink(request, "/confirm") };
    return redirectWithToast(page, message, headers);
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

const WORDS: Record<EmailLink["purpose"], { lede: string; button: string }> = {
  verify_email: {
    lede: "Then we know that we can reach you.",
    button: "Confirm this address",
  },
  change_email_new: {
    lede: "From then on you sign in with it, and we write to it.",
    button: "Confirm this address",
  },
  change_email_old: {
    lede: "Someone asked to change your account’s address to this one. If it wasn’t you, leave this page and choose a new password.",
    button: "Agree to the change",
  },
};

export default function ConfirmPage() {
  const { link } = useLoaderData<typeof loader>();
  const form = useForm({ offline: FAILED });
  return (
    <div className="page-width py-12 sm:py-16">
      <div className="mx-auto flex max-w-form flex-col gap-8">
        <PageHeading
          lede={
            link
              ? WORDS[link.purpose].lede
              : `A link works once, and for ${formatDuration(EMAIL_LINK_MS)}. A newer link replaces it.`
          }
        >
          {link ? "Confirm Your E-mail" : "This link no longer works"}
        </PageHeading>
        <FormError error={form.errors[""]} />
        {link ? (
          <Form {...form.props} className="flex flex-col gap-6 border-rule border-t pt-8">
            <p className="font-serif text-lede [overflow-wrap:anywhere]">
              <EmailAddress address={link.email} />
            </p>
            <Button type="submit" pending={form.isBusy}>
              {WORDS[link.purpose].button}
            </Button>
          </Form>
        ) : (
          <LinkButton to="/profile/email">Go to my e-mail settings</LinkButton>
        )}
      </div>
    </div>
  );
}
