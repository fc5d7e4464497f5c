import { type ActionFunctionArgs, redirect } from "~/app/framework.server";
import { readFields } from "~/app/lib/read-fields.server";

const ROUTE_NAME = /^routes\/[\w.$_-]{1,60}$/;

export function loader() {
  return redirect("/");
}

/** Counts a page view by the route's name, for readers who accepted it: a line in the log, and nothing of the reader in it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const route = (await readFields(request, ["route"])).get("route");
  if (typeof route !== "string" || !ROUTE_NAME.test(route)) {
    return new Response(null, { status: 400 });
  }
  context.logger.info("page.viewed", { route });
  return new Response(null, { status: 204 });
}
