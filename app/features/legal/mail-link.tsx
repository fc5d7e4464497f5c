import { EmailAddress } from "~/app/components/email-address";

/** An address, ready to be written to. */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="text-link [overflow-wrap:anywhere]">
      <EmailAddress address={address} />
    </a>
  );
}
