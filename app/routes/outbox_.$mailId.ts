import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readLocalOutbox } from "~/core/notices/local-outbox";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const mails = await readLocalOutbox(context.deps);
  const mail = mails?.find(({ id }) => id === params.mailId);
  if (!mail) throw new Response(null, { status: 404 });
  return new Response(mail.html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "referrer-policy": "no-referrer",
    },
  });
}
