import type { LoaderFunctionArgs } from "~/app/framework.server";
import { publicFile } from "~/app/lib/public-file.server";
import { MS_PER_DAY } from "~/core/shared/constants";

/** RFC 9116 allows less than a year; the file is made again at each request. */
const VALID_MS = 180 * MS_PER_DAY;

/** Address to report a weakness to (RFC 9116). */
export function loader({ context }: LoaderFunctionArgs) {
  const { origin, supportEmail } = context.config;
  // To the day, so that caches see the same file all day.
  const expires = new Date(Math.floor((Date.now() + VALID_MS) / MS_PER_DAY) * MS_PER_DAY);
  const lines = [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return publicFile(lines, "text/plain");
}
