import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicFile, STATIC_PATHS } from "~/app/lib/static-pages";

export function loader({ context }: LoaderFunctionArgs) {
  const paths = [...STATIC_PATHS, "/signup", "/login"];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${context.config.origin}${path}</loc></url>`),
    "</urlset>",
  ];
  return publicFile(lines, "application/xml");
}
