import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { Button, buttonClasses } from "~/app/components/button";
import { Fact, Facts } from "~/app/components/facts";
import { FormError } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { LocalTime } from "~/app/components/local-time";
import { PageHeading, Section } from "~/app/components/section";
import { TextareaField } from "~/app/components/text-field";
import { WayBack } from "~/app/components/way-back";
import {
  DELETE_FAILED,
  DELETE_INTENT,
  DeleteAccount,
} from "~/app/features/accounts/delete-account";
import { deleteAccountByForm } from "~/app/features/accounts/delete-account.server";
import { KIND_WORDS, REASON_WORDS } from "~/app/features/moderation/action-words";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSession, STATEMENT_PAGE } from "~/app/lib/session.server";
import { useFocusAfter } from "~/app/lib/use-focus-after";
import { confirmPasswordSchema } from "~/core/accounts/schemas";
import { countUse } from "~/core/accounts/session";
import { type AppealWords, appeal, readStatement } from "~/core/moderation/appeals";
import { appealSchema } from "~/core/moderation/schemas";
import { APPEAL_MAX_LENGTH, WARNING_DAYS } from "~/core/shared/constants";
import type { OwnActionDto, Standing } from "~/core/shared/contract";
import { parseInput } from "~/core/shared/parse";
import { PROMISES } from "~/core/shared/promises";

export const meta: MetaFunction = () => pageMeta({ title: "Your standing" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context, { whileSuspended: true });
  return { statement: await readStatement(context.deps, viewer) };
}

const APPEAL_INTENT = "appeal";
const APPEAL_FAILED = "Your appeal could not be sent";

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { deps } = context;
  const { viewer } = await requireSession(request, context, { whileSuspended: true });
  const form = await readForm(request, {
    [APPEAL_INTENT]: appealSchema,
    [DELETE_INTENT]: confirmPasswordSchema,
  });
  const isAppeal = form.intent === APPEAL_INTENT;
  try {
    if (!isAppeal) return await deleteAccountByForm(args, viewer, form.fields);
    await countUse(deps, viewer, "appeals");
    await appeal(deps, viewer, parseInput(appealSchema, form.fields));
    return redirect(STATEMENT_PAGE);
  } catch (error) {
    return refuse(form, toRefusal(error, isAppeal ? APPEAL_FAILED : DELETE_FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

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
      {statement.action || statement.words ? (
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
      {isBarred ? <OwnData /> : <WayBack to="/settings">Back to Account</WayBack>}
    </div>
  );
}

function Statement({ action }: { action: OwnActionDto }) {
  return (
    <Section id="decision" title="The decision">
      <Facts className="mt-2">
        <Fact term="What was decided">{KIND_WORDS[action.kind]}</Fact>
        <Fact term="Reason">{REASON_WORDS[action.reason]}</Fact>
        <Fact term="Decided on">
          <LocalTime instant={action.created_at} withTime />
        </Fact>
        <Fact term="Until">
          <End action={action} />
        </Fact>
      </Facts>
      <blockquote className="mt-5 max-w-measure whitespace-pre-line border-accent border-s-2 ps-5 font-serif text-ink text-lede [overflow-wrap:anywhere]">
        {action.text}
      </blockquote>
      <p className="mt-5 max-w-measure text-ink-soft">
        A person decided this, not a program, by our Terms of Service. Where it follows a report,
        they read it with the messages that were kept with it.
      </p>
    </Section>
  );
}

function End({ action }: { action: OwnActionDto }) {
  if (action.until !== null) return <LocalTime instant={action.until} withTime />;
  if (action.kind === "ban") return "It has no end";
  return `It stays on your account for ${WARNING_DAYS} days, and restricts nothing`;
}

const STATES = {
  open: `Your appeal has been received. ${PROMISES.appeal} You will find the answer here.`,
  upheld: "Your appeal was looked at, and the decision stays.",
  overturned: "Your appeal was looked at, and the decision was taken back.",
};

function AppealState({ words: { state, text, answer } }: { words: AppealWords }) {
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <p role="status">{STATES[state]}</p>
      {answer ? (
        <blockquote className="whitespace-pre-line border-rule-strong border-s-2 ps-5 [overflow-wrap:anywhere]">
          {answer}
        </blockquote>
      ) : null}
      <p className="whitespace-pre-line text-ink-muted text-sm [overflow-wrap:anywhere]">
        You wrote: {text}
      </p>
    </div>
  );
}

function AppealForm() {
  const form = useForm({ intent: APPEAL_INTENT, offline: APPEAL_FAILED });
  return (
    <Form {...form.props} className="flex max-w-measure flex-col gap-5">
      <FormError error={form.errors[""]} />
      <p>Do you think this is wrong? Tell us why, once. {PROMISES.appeal}</p>
      <input type="hidden" name="intent" value={APPEAL_INTENT} />
      <TextareaField
        label="Why is the decision wrong?"
        rows={6}
        hint={`Up to ${APPEAL_MAX_LENGTH.toLocaleString("en")} characters.`}
        {...form.bind("text")}
      />
      <div>
        <Button type="submit" pending={form.isBusy}>
          Send appeal
        </Button>
      </div>
    </Form>
  );
}

/** What a suspended member can still do. */
function OwnData() {
  return (
    <Section id="own-data" title="Your data">
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
