import { Badge } from "~/app/components/badge";
import { Button } from "~/app/components/button";
import { Card } from "~/app/components/card";
import { LoadFailure } from "~/app/components/load-failure";
import { LocalTime } from "~/app/components/local-time";
import { TextareaField } from "~/app/components/text-field";
import { DeskPage } from "~/app/features/admin/desk-page";
import { KIND_WORDS, REASON_WORDS } from "~/app/features/moderation/action-words";
import { appealsAction } from "~/app/features/moderation/forms.server";
import { Link, useLoaderData } from "~/app/framework";
import type { LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { useFetcherForm } from "~/app/lib/action-data";
import { pageMeta } from "~/app/lib/page-meta";
import { requireAdminSession } from "~/app/lib/session.server";
import type { AppealDto } from "~/core/shared/contract";
import { isolate } from "~/core/shared/isolate";

export const meta: MetaFunction = () => pageMeta({ title: "Appeals" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  return { appeals: await context.services.moderation.listAppeals(viewer, { waitingFirst: true }) };
}

export const action = appealsAction;

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

function Appeal({ appeal }: { appeal: AppealDto }) {
  return (
    <Card as="article" aria-label={`Appeal of ${isolate(appeal.name)}`}>
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
  const { fetcher, isBusy } = useFetcherForm();
  return (
    <fetcher.Form
      method="post"
      action="/admin/appeals"
      noValidate
      className="mt-5 flex max-w-measure flex-col gap-4"
    >
      <input type="hidden" name="appealId" value={appealId} />
      <TextareaField label="Answer to the member" name="text" rows={3} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="decision" value="upheld" variant="secondary" pending={isBusy}>
          Uphold the decision
        </Button>
        <Button type="submit" name="decision" value="overturned" pending={isBusy}>
          Overturn and lift
        </Button>
      </div>
    </fetcher.Form>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Appeals" message="The appeals could not be loaded" />;
}
