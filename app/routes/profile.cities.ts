import { findCities } from "~/app/features/profile/save-location.server";
import type { ClientLoaderFunctionArgs } from "~/app/framework";
import type { LoaderFunctionArgs } from "~/app/framework.server";
import { surviveOffline } from "~/app/lib/offline-fallback";
import { requireSession } from "~/app/lib/session.server";

/** What the city field suggests while one types: `?query=`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context, { page: "/profile/edit" });
  const query = new URL(request.url).searchParams.get("query") ?? "";
  return findCities({ request, context }, viewer, query);
}

/** Without an answer nothing is suggested, and the page with what was typed stays. */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return surviveOffline(serverLoader<typeof loader>, null);
}
