import { data, type MetaFunction } from "@remix-run/cloudflare";
import { Form, useActionData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { PageHeading } from "~/app/components/section";
import { type ActionData, formErrors } from "~/app/lib/action-data";
import { submitForms } from "~/app/lib/forms";
import { asAnyone, defineForms, guestForm } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
import { BRAND } from "~/core/shared/brand";

export const meta: MetaFunction = () => pageMeta({ title: "Fewer E-mails" });

interface UnsubscribeData extends ActionData {
  isDone?: boolean;
}

const FORMS = { "": { fallback: "The e-mails could not be stopped. Please try again." } } as const;

/** Opening the address changes nothing. Only the button does, or the unsubscribe button of a mail program (RFC 8058). */
export const action = defineForms(
  { words: FORMS, guard: asAnyone },
  {
    "": guestForm({
      bound: "fence",
      // The field that a mail program sends: `List-Unsubscribe=One-Click`.
      schema: z.object({ "List-Unsubscribe": z.string().optional() }),
      async run({ context, params }) {
        const isDone = await context.services.email.unsubscribe({ token: params.token ?? "" });
        return data<UnsubscribeData>({ isDone }, { status: isDone ? 200 : 404 });
      },
    }),
  },
);

export const clientAction = submitForms(FORMS);

export default function UnsubscribePage() {
  const answer = useActionData<UnsubscribeData>();
  const isPending = useNavigation().formMethod === "POST";
  const isDone = answer?.isDone === true;
  return (
    <div className="page-width py-12 sm:py-16">
      <div className="mx-auto flex max-w-form flex-col gap-8">
        <PageHeading
          lede={
            isDone
              ? "We still write about your account itself: its password, its address, and decisions about it."
              : "E-mails about your account itself still come: its password, its address, and decisions about it."
          }
        >
          {isDone ? "That was the last one" : "No more e-mails like that one?"}
        </PageHeading>
        <FormErrors errors={formErrors(answer)} />
        {answer?.isDone === false ? (
          <p role="alert">
            We don’t know this link. Your settings have the same switch, under “E-mails from us”.
          </p>
        ) : null}
        {isDone ? (
          <GoButton to="/">To {BRAND.name}</GoButton>
        ) : (
          <Form method="post">
            <Button type="submit" pending={isPending}>
              Stop these e-mails
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
