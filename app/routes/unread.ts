import type { LoaderFunctionArgs } from "~/app/framework.server";
import { readSession } from "~/app/lib/session.server";

/** Lines of today's partner that the member has not read, for a page that is left open: `{unread}`, null without a session. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await readSession(request, context);
  const unread = session ? await context.services.pairings.countUnread(session.viewer) : null;
  return Response.json({ unread });
}
