import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { takeLink } from "~/app/features/accounts/mail-link.server";

/** The link in a mail about a forgotten password. Opening it does not use it up. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return takeLink(request, "/reset", params.token ?? "");
}
