import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { renderKeepsake } from "~/app/features/conversation/keepsake.server";
import { readConversationPage } from "~/app/features/conversation/read-conversation-page.server";
import { readRegionStyle } from "~/app/lib/region-style.server";
import { requireSession } from "~/app/lib/session.server";
import { toUtcDate } from "~/core/shared/age";
import { BRAND } from "~/core/shared/brand";

/** `?save=1` downloads the document as a file. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const conversationId = params.conversationId ?? "";
  const path = `/conversation/${encodeURIComponent(conversationId)}`;
  const { viewer } = await requireSession(request, context, { page: path });
  const page = await readConversationPage(context, viewer, { conversationId, isWhole: true });
  if (page.kind !== "readable") return redirect(path);
  const html = renderKeepsake({
    ...page,
    viewer: { id: viewer.memberId, name: viewer.user.name, clock: viewer.clock },
    style: readRegionStyle(request),
    nonce: context.nonce,
  });
  // The expiry is a midnight, which already belongs to the next date.
  const day = toUtcDate(Date.parse(page.conversation.expiryDate) - 1);
  const name = `${BRAND.name.toLowerCase()}-${day}.html`;
  const isFile = new URL(request.url).searchParams.has("save");
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; font-src data:; style-src 'nonce-${context.nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      ...(isFile ? { "content-disposition": `attachment; filename="${name}"` } : {}),
    },
  });
}
