import { type AppLoadContext, redirect } from "~/app/framework.server";
import { endSessionCookie, type PageSession, readSession } from "./session.server";

/**
 * The guard of a route that answers data and is no page: whoever signs in again comes back to the page that asked.
 * @param page its path
 * @throws a redirect to /login (contract §7, Guards)
 */
export async function requireSessionOfPage(
  page: string,
  request: Request,
  context: AppLoadContext,
): Promise<PageSession> {
  const session = await readSession(request, context);
  if (session) return session;
  const headers = { "set-cookie": endSessionCookie(request) };
  throw redirect(`/login?next=${encodeURIComponent(page)}`, { headers });
}
