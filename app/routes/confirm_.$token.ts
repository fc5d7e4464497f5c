import type { LoaderFunctionArgs } from "~/app/framework.server";
import { takeLink } from "~/app/lib/mail-link.server";

/** The address in a mail that confirms an address. Uses nothing up. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return takeLink(request, "/confirm", params.token ?? "");
}
