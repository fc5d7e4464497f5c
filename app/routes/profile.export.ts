import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { countUse } from "~/core/accounts/session";
import { exportData } from "~/core/profile/service";
import { toUtcDate } from "~/core/shared/age";
import { BRAND } from "~/core/shared/brand";

export async function loader(args: LoaderFunctionArgs) {
  const { deps } = args.context;
  const options = { page: "/settings", whileSuspended: true };
  const { viewer } = await requireSession(args.request, args.context, options);
  try {
    await countUse(deps, viewer, "exports");
    const { exportedAt, stream } = await exportData(deps, viewer);
    const name = `${BRAND.name.toLowerCase()}-data-${toUtcDate(Date.parse(exportedAt))}.json`;
    return new Response(stream, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      },
    });
  } catch (error) {
    const { message, status } = toRefusal(error, "Failed to load profile data", args);
    const headers = { "content-type": "text/plain; charset=utf-8" };
    return new Response(message, { status, headers });
  }
}
