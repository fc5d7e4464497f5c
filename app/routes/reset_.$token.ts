import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { takeLink } from "~/app/features/accounts/mail-link.server";

/** The address in a mail about a forgotten password. Opening it does not use up the link. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return takeLink(request, "/reset", params.token ?? "");
}
