import { DocumentPage } from "~/app/components/document-page";
import { privacySections } from "~/app/features/legal/privacy";
import type { ShellHandle } from "~/app/features/shell/types";
import { useLoaderData } from "~/app/framework";
import type { LoaderFunctionArgs, MetaFunction } from "~/app/framework.server";
import { pageMeta } from "~/app/lib/page-meta";
import { BRAND } from "~/core/shared/brand";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Privacy Notice",
    description: `Who answers for your data at ${BRAND.name}, what it is used for, how long it is kept, and your rights.`,
  });

export function loader({ context }: LoaderFunctionArgs) {
  const { config, services } = context;
  return { controller: config.controller, retention: services.legal.listRetention() };
}

export default function PrivacyPage() {
  return (
    <DocumentPage
      kicker="Last updated November 22, 2026"
      title="Privacy Notice"
      lede="Who answers for your data, what it is used for, how long it is kept, and what you can ask of us."
      sections={privacySections(useLoaderData<typeof loader>())}
    />
  );
}
