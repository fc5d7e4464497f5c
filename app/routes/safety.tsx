import { DocumentPage } from "~/app/components/document-page";
import { SAFETY_SECTIONS } from "~/app/features/legal/safety";
import type { ShellHandle } from "~/app/features/shell/types";
import type { MetaFunction } from "~/app/framework.server";
import { pageMeta } from "~/app/lib/page-meta";
import { BRAND } from "~/core/shared/brand";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Safety",
    description: `Talking with a stranger and meeting one, safely: advice from ${BRAND.name}.`,
  });

export default function SafetyPage() {
  return (
    <DocumentPage
      kicker="For members"
      title="Safety"
      lede="Most people here are as curious and as careful as you are. This is for the others."
      sections={SAFETY_SECTIONS}
    />
  );
}
