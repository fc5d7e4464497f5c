import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { LoadFailure } from "~/app/components/load-failure";
import { DeskPage } from "~/app/features/moderation/desk-page";
import { PairingList } from "~/app/features/operations/lists";
import { listReaders } from "~/app/features/operations/load-lists.server";
import { PairingLine } from "~/app/features/operations/pairing-row";
import { pageMeta } from "~/app/lib/page-meta";
import { requireAdminSession } from "~/app/lib/session.server";

export const meta: MetaFunction = () => pageMeta({ title: "Pairings" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireAdminSession(request, context);
  return { pairings: await listReaders({ request, context }, viewer).pairings() };
}

export default function PairingsPage() {
  const { pairings } = useLoaderData<typeof loader>();
  return (
    <DeskPage title="Pairings">
      <PairingList rows={pairings} renderRow={(pairing) => <PairingLine pairing={pairing} />} />
    </DeskPage>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Pairings" message="The pairings could not be loaded" />;
}
