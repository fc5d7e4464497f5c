import { LoadFailure } from "~/app/components/load-failure";
import { BlockRow } from "~/app/features/admin/block-row";
import { ListSection } from "~/app/features/admin/list-section";
import { listReaders } from "~/app/features/admin/load-lists.server";
import { BLOCK_SORTS } from "~/app/features/admin/sorts";
import { DeskPage } from "~/app/features/desk/desk-page";
import { useLoaderData, useRouteError } from "~/app/framework";
import type { LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { pageMeta } from "~/app/lib/page-meta";
import { requireAdminSession } from "~/app/lib/session.server";

export const meta: MetaFunction = () => pageMeta({ title: "Blocks" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  return { blocks: await listReaders({ request, context }, viewer).blocks() };
}

export default function BlocksPage() {
  const { blocks } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Blocks">
      <ListSection
        list="blocks"
        title="Blocked Users"
        noun="blocked user"
        empty="No blocked users found."
        sorts={BLOCK_SORTS}
        rows={blocks}
        rowKey={(block) => block.block_id}
        renderRow={(block) => <BlockRow block={block} />}
      />
    </DeskPage>
  );
}

export function ErrorBoundary() {
  useRouteError();
  return <LoadFailure heading="Blocks" message="The blocks could not be loaded" />;
}
