import type { LoaderFunctionArgs } from "~/app/framework.server";
import { publicFile } from "~/app/lib/public-file.server";

/** The public pages may be read by everyone; what lies behind the sign-in leads nowhere for a crawler. */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /admin",
    "Disallow: /conversation",
    "Disallow: /calendar/",
    "Disallow: /profile",
    "Disallow: /settings",
    "Disallow: /user/",
    "",
    `Sitemap: ${context.config.origin}/sitemap.xml`,
  ];
  return publicFile(lines, "text/plain");
}
