import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicFile } from "~/app/lib/static-pages";

/** Crawlers may read the public pages. Pages behind the sign-in are excluded, because a crawler can't read them. */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /admin",
    "Disallow: /conversation",
    "Disallow: /profile",
    "Disallow: /settings",
    "Disallow: /user/",
    "",
    `Sitemap: ${context.config.origin}/sitemap.xml`,
  ];
  return publicFile(lines, "text/plain");
}
