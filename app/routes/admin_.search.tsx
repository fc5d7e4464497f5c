import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { Section } from "~/app/components/section";
import { REASON_WORDS } from "~/app/features/moderation/action-words";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { MemberRows } from "~/app/features/moderation/member-rows";
import { pageMeta } from "~/app/lib/page-meta";
import { requireConfirmedAdmin } from "~/app/lib/session.server";
import { listMembers } from "~/core/moderation/members";
import { listReports } from "~/core/moderation/reports";
import { listPairings } from "~/core/operations/admin-lists";
import { clip } from "~/core/shared/code-points";

const LIMIT = 10;
const MAX_LENGTH = 200;

export const meta: MetaFunction = () => pageMeta({ title: "Search" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireConfirmedAdmin(request, context);
  const query = clip(new URL(request.url).searchParams.get("q") ?? "", MAX_LENGTH).trim();
  if (query === "") return { query, members: [], reports: [], pairings: [] };
  const { deps } = context;
  const [members, reports, pairings] = await Promise.all([
    listMembers(deps, viewer, { query, limit: LIMIT }),
    listReports(deps, viewer, { query, limit: LIMIT }),
    listPairings(deps, viewer, { page: 1, pageSize: LIMIT }, query),
  ]);
  // Sends only the names of the two members, because a list must not show positions.
  const names = pairings.rows.map(({ pairing_id, user1_id, user1_name, user2_id, user2_name }) => ({
    pairing_id,
    two: [
      { id: user1_id, name: user1_name },
      { id: user2_id, name: user2_name },
    ],
  }));
  return { query, members, reports, pairings: names };
}

export default function SearchPage() {
  const { query, members, reports, pairings } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Search" query={query}>
      <Section id="members" title="Members">
        <div className="mt-4">
          <MemberRows members={members} />
        </div>
      </Section>
      <Section id="reports" title="Reports">
        <ul className="mt-2 flex flex-col">
          {reports.map((report) => (
            <li key={report.report_id} className="border-rule border-b py-3 last:border-b-0">
              <Link to={`/admin/reports/${report.report_id}`} className="text-link font-medium">
                {REASON_WORDS[report.reason]}
              </Link>
              , <bdi>{report.reported_name}</bdi>, reported by{" "}
              <bdi>{report.reporter_name ?? "a member"}</bdi>
            </li>
          ))}
        </ul>
        {reports.length === 0 ? <p className="py-3 text-ink-muted">No reports found.</p> : null}
      </Section>
      <Section id="pairings" title="Open pairings">
        <ul className="mt-2 flex flex-col">
          {pairings.map(({ pairing_id, two }) => (
            <li
              key={pairing_id}
              className="flex flex-wrap gap-x-2 border-rule border-b py-3 last:border-b-0"
            >
              {two.map(({ id, name }, index) => (
                <span key={id}>
                  {index === 1 ? "and " : null}
                  <Link to={`/admin/members/${id}`} className="text-link">
                    <bdi>{name}</bdi>
                  </Link>
                </span>
              ))}
            </li>
          ))}
        </ul>
        {pairings.length === 0 ? <p className="py-3 text-ink-muted">No pairings found.</p> : null}
      </Section>
    </DeskPage>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Search" message="The search failed" />;
}
