import type { LoaderFunctionArgs } from "~/app/framework.server";

const PUBLIC_PATHS = [
  "/",
  "/about",
  "/faq",
  "/terms",
  "/privacy",
  "/safety",
  "/child-safety",
  "/transparency",

  "/signup",
  "/login",
];

/** The public pages, for search engines. */
export function loader({ context }: LoaderFunctionArgs) {
  const urls = PUBLIC_PATHS.map(
    (path) => `  <url><loc>${context.config.origin}${path}</loc></url>`,
  );
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    "</urlset>",
    "",
  ];
  return new Response(xml.join("\n"), {
    headers: {
      "content-type": "application/xml; charset=utf-8",
      "cache-control": "public, max-age=3600",
    },
  });
}
