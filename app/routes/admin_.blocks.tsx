import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { BlockList } from "~/app/features/operations/lists";
import { listReaders } from "~/app/features/operations/load-lists.server";
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
      <BlockList rows={blocks} />
    </DeskPage>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Blocks" message="The blocks could not be loaded" />;
}
