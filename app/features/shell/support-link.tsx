import { useSupportEmail } from "./use-support-email";

/** The support address, ready to be written to. */
export function SupportLink() {
  const email = useSupportEmail();
  return (
    <a href={`mailto:${email}`} className="text-link [overflow-wrap:anywhere]">
      {email}
    </a>
  );
}
