import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { takeLink } from "~/app/features/accounts/mail-link.server";

/** The link in a mail that confirms an e-mail address. Opening it does not use it up. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return takeLink(request, "/confirm", params.token ?? "");
}
