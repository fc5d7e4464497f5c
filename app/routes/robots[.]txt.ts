import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicFile } from "~/app/lib/static-pages";

/** Excludes the pages behind the sign-in, because a crawler can't read them. */
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
