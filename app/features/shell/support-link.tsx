import { useRouteLoaderData } from "@remix-run/react";
import { EmailAddress } from "~/app/components/email-address";
import type { ShellData } from "./types";

export function SupportLink() {
  const email = useRouteLoaderData<ShellData>("root")?.supportEmail ?? "";
  return <MailLink address={email} />;
}

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="text-link [overflow-wrap:anywhere]">
      <EmailAddress address={address} />
    </a>
  );
}
