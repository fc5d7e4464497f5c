import type { MetaDescriptor } from "@remix-run/cloudflare";
import { BRAND, pageTitle } from "~/core/shared/brand";

interface PageMeta {
  /** The page's own part of the document's title. */
  title: string;
  description?: string;
}

/** The tags of a page's head: title, description and the preview of a shared link. */
export function pageMeta({ title, description = BRAND.description }: PageMeta): MetaDescriptor[] {
  return [
    { title: pageTitle(title) },
    { name: "description", content: description },
    { property: "og:title", content: pageTitle(title) },
    { property: "og:description", content: description },
  ];
}
