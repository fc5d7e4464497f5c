import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, buttonClasses } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading, Section } from "~/app/components/section";
import { TextareaField } from "~/app/components/text-field";
import { WayBack } from "~/app/components/way-back";
import { AppealState, Statement } from "~/app/features/moderation/statement";
import { DELETE_INTENT, DeleteAccount } from "~/app/features/profile/delete-account";
import { PROFILE_FORMS } from "~/app/features/profile/forms";
import { deleteForm } from "~/app/features/profile/forms.server";
import { formErrors, typedText, usePageForm } from "~/app/lib/action-data";
import { asMemberWhileSuspended, defineForms, memberForm } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
import { requireSession, STATEMENT_PAGE } from "~/app/lib/session.server";
import { useFocusAfter } from "~/app/lib/use-focus-after";
import { appealSchema } from "~/core/moderation/schemas";
import { APPEAL_MAX_LENGTH } from "~/core/shared/constants";
import type { Standing } from "~/core/shared/contract";
import { PROMISES } from "~/core/shared/promises";

export const meta: MetaFunction = () => pageMeta({ title: "Your standing" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context, { whileSuspended: true });
  return { statement: await context.services.moderation.readStatement(viewer) };
}

const APPEAL_INTENT = "appeal";

export const action = defineForms(
  {
    words: {
      [APPEAL_INTENT]: { fallback: "Your appeal could not be sent" },
      [DELETE_INTENT]: PROFILE_FORMS[DELETE_INTENT],
    },
    guard: asMemberWhileSuspended,
  },
  {
    [APPEAL_INTENT]: memberForm({
      bound: "appeals",
      schema: appealSchema,
      keeps: ["text"],
      async run({ context, viewer, value }) {
        await context.services.moderation.appeal(viewer, value);
        return redirect(STATEMENT_PAGE);
      },
    }),
    [DELETE_INTENT]: deleteForm,
  },
);

const HEADINGS: Record<Standing, { title: string; lede: string }> = {
  good: { title: "Your account is in good standing", lede: "Nothing is held against you." },
  warned: {
    title: "You have had a warning",
    lede: "Everything still works. Please read what it was for.",
  },
  suspended: {
    title: "Your account is suspended",
    lede: "It takes no part in the draw until that ends. Your data stays yours.",
  },
  banned: {
    title: "Your account is banned",
    lede: "It takes no part in the draw. Your data stays yours.",
  },
};

export default function StandingPage() {
  const { statement } = useLoaderData<typeof loader>();
  const { title, lede } = HEADINGS[statement.standing];
  useFocusAfter(Boolean(statement.words), "appeal");
  const isBarred = statement.standing === "suspended" || statement.standing === "banned";
  return (
    <div className="page-width flex max-w-4xl flex-col gap-12 py-10 sm:py-14">
      <PageHeading lede={lede}>{title}</PageHeading>
      {statement.action ? <Statement action={statement.action} /> : null}
      {statement.action || statement.appeal ? (
        <Section id="appeal" title="Your appeal">
          <div className="mt-5">
            {statement.words ? <AppealState words={statement.words} /> : <AppealForm />}
          </div>
        </Section>
      ) : null}
      {statement.earlier ? (
        <Section id="earlier" title="Your appeal against an earlier decision">
          <div className="mt-5">
            <AppealState words={statement.earlier} />
          </div>
        </Section>
      ) : null}
      {statement.standing === "good" ? (
        <p className="max-w-measure text-ink-soft">
          If we ever decide something about your account, you can read here what it is, why and for
          how long, and appeal it once.
        </p>
      ) : null}
      {isBarred ? <OwnData /> : <WayBack to="/settings">Back to Settings</WayBack>}
    </div>
  );
}

function AppealForm() {
  const { answer, isBusy } = usePageForm(APPEAL_INTENT);
  return (
    <Form method="post" noValidate className="flex max-w-measure flex-col gap-5">
      <p>Do you think this is wrong? Tell us why, once. {PROMISES.appeal}</p>
      <input type="hidden" name="intent" value={APPEAL_INTENT} />
      <TextareaField
        label="Why is the decision wrong?"
        name="text"
        rows={6}
        defaultValue={typedText(answer, "text")}
        hint={`Up to ${APPEAL_MAX_LENGTH.toLocaleString("en")} characters.`}
        errors={formErrors(answer)}
      />
      <div>
        <Button type="submit" pending={isBusy}>
          Send appeal
        </Button>
      </div>
    </Form>
  );
}

/** The account's functions that a suspended member still has. */
function OwnData() {
  const { answer } = usePageForm(DELETE_INTENT);
  return (
    <Section id="own-data" title="Your data">
      <FormErrors errors={formErrors(answer)} />
      <div className="mt-5 flex flex-wrap items-start gap-3">
        <a href="/profile/export" className={buttonClasses({ variant: "secondary" })}>
          Download my data
        </a>
        <Form method="post" action="/logout">
          <Button type="submit" variant="secondary">
            Logout
          </Button>
        </Form>
        <DeleteAccount />
      </div>
    </Section>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Your standing" message="Failed to load your standing" />;
}
