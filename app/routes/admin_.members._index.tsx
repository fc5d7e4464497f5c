import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { MemberRows } from "~/app/features/moderation/member-rows";
import { readNewAccounts } from "~/app/features/operations/load-lists.server";
import { NewAccounts } from "~/app/features/operations/new-accounts";
import { pageMeta } from "~/app/lib/page-meta";
import { failToLoad } from "~/app/lib/refusal.server";
import { requireAdminSession } from "~/app/lib/session.server";
import { listMembers } from "~/core/moderation/members";

const PAGE_SIZE = 50;
const LOAD_FAILED = "The members could not be loaded";

export const meta: MetaFunction = () => pageMeta({ title: "Members" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  const before = new URL(request.url).searchParams.get("before") ?? undefined;
  const args = { request, context };
  const members = await listMembers(context.deps, viewer, { before, limit: PAGE_SIZE }).catch(
    (error: unknown) => failToLoad(error, LOAD_FAILED, args),
  );
  return { members, accounts: before ? null : await readNewAccounts(args, viewer) };
}

export default function MembersPage() {
  const { members, accounts } = useLoaderData<typeof loader>();
  const last = members.at(-1);
  return (
    <DeskPage title="Members">
      <MemberRows members={members} />
      {last && members.length === PAGE_SIZE ? (
        <Link
          to={`/admin/members?before=${last.user_id}`}
          className="text-link min-h-11 self-start"
        >
          Earlier members
        </Link>
      ) : null}
      {accounts ? <NewAccounts accounts={accounts} /> : null}
    </DeskPage>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Members" message={LOAD_FAILED} />;
}
