import type { MetaDescriptor } from "~/app/framework.server";
import { BRAND, pageTitle } from "~/core/shared/brand";

interface PageMeta {
  /** The page's own part of the title. */
  title: string;
  description?: string;
}

/** Tags of a page's head: title, description and what a shared link shows. */
export function pageMeta({ title, description = BRAND.description }: PageMeta): MetaDescriptor[] {
  return [
    { title: pageTitle(title) },
    { name: "description", content: description },
    { property: "og:title", content: pageTitle(title) },
    { property: "og:description", content: description },
  ];
}
