/** An address, ready to be written to. */
export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`} className="text-link [overflow-wrap:anywhere]">
      {address}
    </a>
  );
}
