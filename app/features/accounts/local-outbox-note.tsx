import { Link } from "@remix-run/react";
import { SupportLink } from "~/app/features/shell/support-link";

export function LocalOutboxNote({ isLocal }: { isLocal: boolean }) {
  if (!isLocal) return null;
  return (
    <p className="text-ink-muted text-sm">
      This is a local server, so the e-mail is in its{" "}
      <Link to="/outbox" className="text-link">
        outbox
      </Link>
      .
    </p>
  );
}

export function NoMail() {
  return (
    <p className="max-w-measure text-ink-soft">
      This server sends no e-mail. Please write to <SupportLink />.
    </p>
  );
}
