import type { LoaderFunctionArgs } from "~/app/framework.server";

/** A member's calendar, for calendar programs. The secret in the address gives access; cookies are not used. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const token = params.token?.replace(/\.ics$/, "") ?? "";
  const { origin } = new URL(request.url);
  const text = await context.services.availability.renderCalendar({ token, origin });
  const headers = { "cache-control": "private, max-age=3600", "x-robots-tag": "noindex" };
  if (text === null) return new Response("Not found", { status: 404, headers });
  return new Response(text, {
    headers: {
      ...headers,
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="happenstance.ics"',
    },
  });
}
