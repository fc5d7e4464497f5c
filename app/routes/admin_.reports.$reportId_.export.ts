import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { failToLoad } from "~/app/lib/refusal.server";
import { requireConfirmedAdmin } from "~/app/lib/session.server";
import { exportCase } from "~/core/moderation/reports";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { viewer } = await requireConfirmedAdmin(request, context);
  const reportId = params.reportId ?? "";
  try {
    const exported = await exportCase(context.deps, viewer, { reportId });
    return new Response(JSON.stringify(exported, null, 2), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="case-${reportId.replace(/[^\w-]/g, "")}.json"`,
      },
    });
  } catch (error) {
    return failToLoad(error, "The case could not be exported", { request, context });
  }
}
