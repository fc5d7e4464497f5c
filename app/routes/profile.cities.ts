import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findCities } from "~/app/features/profile/save-location.server";
import { requireSessionOfPage } from "~/app/lib/page-of-session.server";

/** What the city field suggests while one types: `?query=`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSessionOfPage("/profile/edit", request, context);
  const query = new URL(request.url).searchParams.get("query") ?? "";
  return findCities({ request, context }, viewer, query);
}
