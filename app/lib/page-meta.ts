import type { MetaDescriptor } from "@remix-run/cloudflare";
import { BRAND, pageTitle } from "~/core/shared/brand";

interface PageMeta {
  title: string;
  description?: string;
}

export function pageMeta({ title, description = BRAND.description }: PageMeta): MetaDescriptor[] {
  return [
    { title: pageTitle(title) },
    { name: "description", content: description },
    { property: "og:title", content: pageTitle(title) },
    { property: "og:description", content: description },
  ];
}
