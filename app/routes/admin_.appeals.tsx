import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useFetcher, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Badge } from "~/app/components/badge";
import { Button } from "~/app/components/button";
import { Card } from "~/app/components/card";
import { FormError } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { LocalTime } from "~/app/components/local-time";
import { SelectField } from "~/app/components/select-field";
import { TextareaField } from "~/app/components/text-field";
import { useHydrated } from "~/app/components/use-hydrated";
import { KIND_WORDS, REASON_WORDS } from "~/app/features/moderation/action-words";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { APPEAL_TEXTS, startFrom } from "~/app/features/moderation/start-texts";
import { type FormAnswer, readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireAdminSession } from "~/app/lib/session.server";
import { countUse } from "~/core/accounts/session";
import { type DeskAppeal, decideAppeal, openAppeals } from "~/core/moderation/appeals";
import { decideAppealSchema } from "~/core/moderation/schemas";
import { isolate } from "~/core/shared/isolate";
import { parseInput } from "~/core/shared/parse";

export const meta: MetaFunction = () => pageMeta({ title: "Appeals" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  return { appeals: await openAppeals(context.deps, viewer) };
}

const DECIDE_FAILED = "The decision could not be stored";
const decisionSchema = decideAppealSchema.extend({ appealId: z.string().default("") });

export async function action(args: ActionFunctionArgs) {
  const { deps } = args.context;
  const { viewer } = await requireAdminSession(args.request, args.context);
  // `start`, the chosen ready-made text, is a field of the form, but not of the decision.
  const form = await readForm(args.request, decisionSchema.extend({ start: z.string() }));
  try {
    await countUse(deps, viewer, "adminWrites");
    await decideAppeal(deps, viewer, parseInput(decisionSchema, form.fields));
    return {};
  } catch (error) {
    return refuse(form, toRefusal(error, DECIDE_FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function AppealsPage() {
  const { appeals } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Appeals">
      {appeals.length === 0 ? <p className="text-ink-muted">No appeals.</p> : null}
      <ul className="flex flex-col gap-4">
        {appeals.map((appeal) => (
          <li key={appeal.appeal_id}>
            <Appeal appeal={appeal} />
          </li>
        ))}
      </ul>
    </DeskPage>
  );
}

function Appeal({ appeal }: { appeal: DeskAppeal }) {
  return (
    <Card
      as="article"
      id={`appeal-${appeal.action.action_id}`}
      aria-label={`Appeal of ${isolate(appeal.name)}`}
      className="scroll-mt-6 target:border-accent"
    >
      <p className="flex flex-wrap items-center gap-3">
        <Link to={`/admin/members/${appeal.user_id}`} className="text-link font-serif text-xl">
          <bdi>{appeal.name}</bdi>
        </Link>
        <Badge tone={appeal.decision === null ? "accent" : "neutral"}>
          {appeal.decision ?? "Open"}
        </Badge>
      </p>
      <p className="mt-2 text-ink-soft text-sm">
        {KIND_WORDS[appeal.action.kind]}, {REASON_WORDS[appeal.action.reason].toLowerCase()},{" "}
        <LocalTime instant={appeal.action.created_at} withTime />
        {appeal.report_id === null ? null : (
          <>
            , for{" "}
            <Link to={`/admin/reports/${appeal.report_id}`} className="text-link">
              this report
            </Link>
            ,{" "}
            <Link to={`/admin/reports/${appeal.report_id}#evidence`} className="text-link">
              its evidence
            </Link>
          </>
        )}
      </p>
      <p className="mt-2 whitespace-pre-line text-ink-muted text-sm [overflow-wrap:anywhere]">
        {appeal.action.text}
      </p>
      <blockquote className="mt-4 whitespace-pre-line border-accent border-s-2 ps-4 [overflow-wrap:anywhere]">
        {appeal.text}
      </blockquote>
      {appeal.decision === null ? <Decide appealId={appeal.appeal_id} /> : null}
    </Card>
  );
}

function Decide({ appealId }: { appealId: string }) {
  const isHydrated = useHydrated();
  const fetcher = useFetcher<FormAnswer>();
  const form = useForm({ offline: DECIDE_FAILED, fetcher });
  const { isBusy } = form;
  return (
    <fetcher.Form
      {...form.props}
      action="/admin/appeals"
      className="mt-5 flex max-w-measure flex-col gap-4"
    >
      <input type="hidden" name="appealId" value={appealId} />
      {isHydrated ? (
        <SelectField
          id={`start-${appealId}`}
          label="Start from a text"
          name="start"
          placeholder="Write your own"
          options={APPEAL_TEXTS}
          onChange={({ currentTarget: { form: element, value } }) =>
            startFrom(element, APPEAL_TEXTS.find((one) => one.value === value)?.text)
          }
        />
      ) : null}
      <FormError error={form.errors[""]} />
      <TextareaField label="Answer to the member" rows={3} {...form.bind("text")} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="decision" value="upheld" variant="secondary" pending={isBusy}>
          Uphold the decision
        </Button>
        <Button
          type="submit"
          name="decision"
          value="overturned"
          variant="secondary"
          pending={isBusy}
        >
          Overturn and lift
        </Button>
      </div>
    </fetcher.Form>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Appeals" message="The appeals could not be loaded" />;
}
