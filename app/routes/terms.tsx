import { DocumentPage } from "~/app/components/document-page";
import { TERMS_SECTIONS } from "~/app/features/shell/terms";
import type { ShellHandle } from "~/app/features/shell/types";
import type { MetaFunction } from "~/app/framework.server";
import { pageMeta } from "~/app/lib/page-meta";
import { BRAND } from "~/core/shared/brand";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Terms of Service",
    description: `What ${BRAND.name} asks of you, what it stores, who sees it, and for how long.`,
  });

export default function TermsPage() {
  return (
    <DocumentPage
      kicker="Last updated November 22, 2026"
      title="Terms of Service"
      lede="Ten sections in plain words. The fourth says what we store, who sees it and for how long."
      sections={TERMS_SECTIONS}
    />
  );
}
