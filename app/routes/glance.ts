import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readSession } from "~/app/lib/session.server";
import { glance } from "~/core/pairing/service";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await readSession(request, context);
  return Response.json(session && (await glance(context.deps, session.viewer)));
}
