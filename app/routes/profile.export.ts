import type { LoaderFunctionArgs } from "~/app/framework.server";
import { requireSession } from "~/app/lib/session.server";
import { toUtcDate } from "~/core/shared/age";
import { BRAND } from "~/core/shared/brand";

/** 'Download my data': what the API's export answers, as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context, {
    page: "/profile",
    whileSuspended: true,
  });
  const exported = await context.services.profiles.exportData(viewer);
  const name = `${BRAND.name.toLowerCase()}-data-${toUtcDate(Date.now())}.json`;
  return new Response(JSON.stringify(exported, null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
}
