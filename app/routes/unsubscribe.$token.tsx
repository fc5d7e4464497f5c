import { type ActionFunctionArgs, data, type MetaFunction } from "@remix-run/cloudflare";
import { Form, useActionData } from "@remix-run/react";
import { z } from "zod";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { PageHeading } from "~/app/components/section";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { unsubscribe } from "~/core/notices/unsubscribe";
import { BRAND } from "~/core/shared/brand";

export const meta: MetaFunction = () => pageMeta({ title: "Fewer E-mails" });

const FAILED = "The e-mails could not be stopped. Please try again.";

/**
 * Opening the link changes nothing. The button on the page sends the form, and so does a mail program's unsubscribe
 * button (RFC 8058).
 */
export async function action(args: ActionFunctionArgs) {
  // A mail program sends the field `List-Unsubscribe=One-Click`.
  const form = await readForm(args.request, z.object({ "List-Unsubscribe": z.string() }));
  try {
    const { token = "" } = args.params;
    const isDone = await unsubscribe(args.context.deps, { token });
    return data({ isDone }, { status: isDone ? 200 : 404 });
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function UnsubscribePage() {
  const answer = useActionData<{ isDone?: boolean }>();
  const form = useForm({ offline: FAILED });
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
        <FormError error={form.errors[""]} />
        {answer?.isDone === false ? (
          <p role="alert">
            We don’t know this link. Your settings have the same switch, under “E-mails from us”.
          </p>
        ) : null}
        {isDone ? (
          <GoButton to="/">To {BRAND.name}</GoButton>
        ) : (
          <Form {...form.props}>
            <Button type="submit" pending={form.isBusy}>
              Stop these e-mails
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
