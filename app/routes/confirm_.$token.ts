import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { takeLink } from "~/app/features/accounts/mail-link.server";

/** Opening the link in a mail does not use up the link. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return takeLink(request, "/confirm", params.token ?? "");
}
