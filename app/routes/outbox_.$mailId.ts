import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readLocalOutbox } from "~/core/notices/local-outbox";

/** A mail has only its own styles. It may run no script and load nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** A mail, shown as in a mail program. Exists only on a local server. */
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
