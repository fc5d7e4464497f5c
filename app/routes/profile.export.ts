import { defineLoader } from "~/app/lib/forms.server";
import { requireSession } from "~/app/lib/session.server";
import { toUtcDate } from "~/core/shared/age";
import { BRAND } from "~/core/shared/brand";

/** 'Download my data': the answer of the API's export as a file. A refusal is only its message. */
export const loader = defineLoader({
  bound: "exports",
  async guard({ request, context }) {
    const options = { page: "/settings", whileSuspended: true };
    return (await requireSession(request, context, options)).viewer;
  },
  fallback: "Failed to load profile data",
  async run({ context }, viewer) {
    const { exportedAt, stream } = await context.services.profiles.exportData(viewer);
    const name = `${BRAND.name.toLowerCase()}-data-${toUtcDate(Date.parse(exportedAt))}.json`;
    return new Response(stream, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${name}"`,
      },
    });
  },
  refuse({ message, status }) {
    const headers = { "content-type": "text/plain; charset=utf-8" };
    return new Response(message, { status, headers });
  },
});
