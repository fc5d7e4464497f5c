import type { MetaDescriptor } from "@remix-run/cloudflare";
import { BRAND } from "~/core/shared/brand";

export function pageMeta({
  title: page,
  description = BRAND.description,
}: {
  title: string;
  description?: string;
}): MetaDescriptor[] {
  const title = `${page} · ${BRAND.name}`;
  return [
    { title },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
  ];
}
