import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicFile } from "~/app/lib/static-pages";

/** A crawler can't read the pages behind the sign-in. */
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
