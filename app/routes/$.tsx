import { data, type MetaFunction } from "@remix-run/cloudflare";
import { NotFound } from "~/app/features/shell/error-page";
import type { ShellHandle } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () => [
  ...pageMeta({ title: "Page Not Found" }),
  { name: "robots", content: "noindex" },
];

export function loader() {
  return data(null, { status: 404 });
}

export const action = loader;

export default function NotFoundPage() {
  return <NotFound />;
}
