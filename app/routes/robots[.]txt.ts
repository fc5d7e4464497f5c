import type { LoaderFunctionArgs } from "~/app/framework.server";

/** The public pages may be read by everyone; what lies behind the sign-in leads nowhere for a crawler. */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    "User-agent: *",
    "Disallow: /api/",
    "Disallow: /admin",
    "Disallow: /conversation",
    "Disallow: /calendar/",
    "Disallow: /profile",
    "Disallow: /user/",
    "",
    `Sitemap: ${context.config.origin}/sitemap.xml`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
