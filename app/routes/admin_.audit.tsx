import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { LoadFailure } from "~/app/components/load-failure";
import { LocalTime } from "~/app/components/local-time";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { pageMeta } from "~/app/lib/page-meta";
import { failToLoad } from "~/app/lib/refusal.server";
import { requireAdminSession } from "~/app/lib/session.server";
import { listAudit } from "~/core/moderation/audit";
import type { AuditRowDto } from "~/core/shared/contract";

const PAGE_SIZE = 50;
const LOAD_FAILED = "The audit could not be loaded";

export const meta: MetaFunction = () => pageMeta({ title: "Audit" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  const rows = await listAudit(context.deps, viewer, { before, limit: PAGE_SIZE }).catch(
    (error: unknown) => failToLoad(error, LOAD_FAILED, { request, context }),
  );
  return { rows };
}

const toWords = (action: string) => {
  const words = action.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type Subject = NonNullable<AuditRowDto["subject"]>;

/**
 * Joins the rows of one action, because the audit has a row for each member whom the action showed.
 */
function toLooks(rows: AuditRowDto[]) {
  const looks = new Map<string, AuditRowDto & { subjects: Subject[] }>();
  for (const row of rows) {
    const key = `${row.action} ${row.adminName} ${row.created_at}`;
    const look = looks.get(key) ?? { ...row, subjects: [] };
    if (row.subject) look.subjects.push(row.subject);
    looks.set(key, look);
  }
  return [...looks.values()];
}

export default function AuditPage() {
  const { rows } = useLoaderData<typeof loader>();
  const last = rows.at(-1);
  return (
    <DeskPage title="Audit">
      <p className="max-w-measure text-ink-soft">
        What admins looked at and did. A member is named here until that account is deleted, and an
        admin who has left is a mark, the same in all their rows. A row is kept for a year.
      </p>
      {rows.length === 0 ? <p className="text-ink-muted">Nothing yet.</p> : null}
      <ol className="flex flex-col border-rule border-t">
        {toLooks(rows).map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-rule border-b py-2.5 text-sm [overflow-wrap:anywhere]"
          >
            <p className="min-w-0 flex-1 basis-64">
              <span className="font-semibold">{toWords(row.action)}</span>
              {row.subjects.map(({ user_id, name }, i) => (
                <Fragment key={user_id}>
                  {i === 0 ? ": " : ", "}
                  <Link to={`/admin/members/${user_id}`} className="text-link">
                    <bdi>{name}</bdi>
                  </Link>
                </Fragment>
              ))}
              {row.subjects.length === 0 && row.rows > 0 ? (
                <span className="text-ink-muted">
                  {" "}
                  ({row.rows} {row.rows === 1 ? "row" : "rows"})
                </span>
              ) : null}
            </p>
            <p className="text-ink-muted tabular-nums">
              <bdi>{row.adminName ?? "Command line"}</bdi>,{" "}
              <LocalTime instant={row.created_at} withTime />
            </p>
          </li>
        ))}
      </ol>
      {last && rows.length === PAGE_SIZE ? (
        <Link to={`/admin/audit?before=${last.id}`} className="text-link min-h-11 self-start">
          Earlier
        </Link>
      ) : null}
    </DeskPage>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Audit" message={LOAD_FAILED} />;
}
