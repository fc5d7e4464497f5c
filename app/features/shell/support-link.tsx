import { EmailAddress } from "~/app/components/email-address";
import { useRouteLoaderData } from "~/app/framework";
import type { ShellData } from "./types";

/** The support address, of the root loader, ready to be written to. */
export function SupportLink() {
  const email = useRouteLoaderData<ShellData>("root")?.supportEmail ?? "";
  return <MailLink address={email} />;
}

/** An address, ready to be written to. */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="text-link [overflow-wrap:anywhere]">
      <EmailAddress address={address} />
    </a>
  );
}
