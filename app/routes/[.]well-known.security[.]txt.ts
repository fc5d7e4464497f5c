import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicFile } from "~/app/lib/static-pages";
import { MS_PER_DAY } from "~/core/shared/constants";

/** RFC 9116 recommends less than a year. */
const VALID_MS = 180 * MS_PER_DAY;

export function loader({ context }: LoaderFunctionArgs) {
  const { origin, supportEmail } = context.config;
  // Rounded to a day, so that caches get the same file all day.
  const expires = new Date(Math.floor((Date.now() + VALID_MS) / MS_PER_DAY) * MS_PER_DAY);
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return publicFile(lines, "text/plain");
}
