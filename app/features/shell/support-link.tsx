import { MailLink } from "~/app/features/legal/mail-link";
import { useRouteLoaderData } from "~/app/framework";
import type { ShellData } from "./types";

/** The support address, of the root loader, ready to be written to. */
export function SupportLink() {
  const email = useRouteLoaderData<ShellData>("root")?.supportEmail ?? "";
  return <MailLink address={email} />;
}
