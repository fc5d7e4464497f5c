import { SupportLink } from "~/app/features/shell/support-link";

/** In place of what needs mail, on a server that sends none. */
export function NoMail() {
  return (
    <p className="max-w-measure text-ink-soft">
      This server sends no e-mail. Please write to <SupportLink />.
    </p>
  );
}
