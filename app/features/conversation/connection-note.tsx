import { CloudOff, LoaderCircle } from "~/app/components/icons";
import type { ConnectionState } from "~/app/messaging/connection";

interface ConnectionNoteProps {
  connection: ConnectionState;
  words: string | null;
}

export function ConnectionNote({ connection, words }: ConnectionNoteProps) {
  return (
    <div aria-live="polite">
      {words ? (
        <p className="mx-auto flex max-w-3xl items-center gap-2 px-4 pb-2 text-ink-soft text-sm sm:px-6">
          {connection === "offline" ? (
            <CloudOff aria-hidden className="size-4 shrink-0" />
          ) : (
            <LoaderCircle aria-hidden className="size-4 shrink-0 animate-turn" />
          )}
          {words}
        </p>
      ) : null}
    </div>
  );
}

export function putInWords(connection: ConnectionState, waiting: number): string | null {
  const them =
    waiting === 0
      ? ""
      : waiting === 1
        ? " Your message is kept and will be sent."
        : ` Your ${waiting} messages are kept and will be sent.`;
  switch (connection) {
    case "offline":
      // The site's bar already says that the device is offline.
      return them.trim() || null;
    case "reconnecting":
      return `Reconnecting…${them}`;
    case "crowded":
      return "This conversation is open in too many places, so new messages come a little later.";
    default:
      return null;
  }
}
