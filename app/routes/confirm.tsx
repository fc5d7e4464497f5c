import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Button, LinkButton } from "~/app/components/button";
import { EmailAddress } from "~/app/components/email-address";
import { FormErrors } from "~/app/components/form-banner";
import { PageHeading } from "~/app/components/section";
import { type ActionData, formErrors } from "~/app/lib/action-data";
import { submitForms } from "~/app/lib/forms";
import { asAnyone, defineForms, guestForm, NO_FIELDS } from "~/app/lib/forms.server";
import { dropLink, readLink } from "~/app/lib/mail-link.server";
import { pageMeta } from "~/app/lib/page-meta";
import { readSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import type { EmailLink } from "~/core/email/service";
import { EMAIL_LINK_MS } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";

const FORMS = { "": { fallback: "The address could not be confirmed" } } as const;

export const meta: MetaFunction = () => pageMeta({ title: "Confirm Your E-mail" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = readLink(request, "/confirm");
  const client = { address: context.address };
  const { email } = context.services;
  return { link: token === "" ? null : await email.findEmailLink(client, { token }) };
}

/** Only this form uses up a link, because programs that check the links in mails do not send forms. */
export const action = defineForms(
  { words: FORMS, guard: asAnyone },
  {
    "": guestForm({
      bound: ["mailRequests", "mailRequestsOfNetwork"],
      schema: NO_FIELDS,
      async run({ context, request }) {
        const { services, address } = context;
        const token = readLink(request, "/confirm");
        const { message } = await services.email.confirmEmail({ address }, { token });
        const page = (await readSession(request, context)) ? "/profile/email" : "/login";
        const headers = { "set-cookie": dropLink(request, "/confirm") };
        return redirectWithToast(page, { type: "success", message }, headers);
      },
    }),
  },
);

export const clientAction = submitForms(FORMS);

const WORDS: Record<EmailLink["purpose"], { lede: string; button: string }> = {
  verify_email: {
    lede: "Then we know that we can reach you, and your introductions begin.",
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
  const answer = useActionData<ActionData>();
  const isPending = useNavigation().formMethod === "POST";
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
        <FormErrors errors={formErrors(answer)} />
        {link ? (
          <Form method="post" className="flex flex-col gap-6 border-rule border-t pt-8">
            <p className="font-serif text-lede [overflow-wrap:anywhere]">
              <EmailAddress address={link.email} />
            </p>
            <Button type="submit" pending={isPending}>
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
