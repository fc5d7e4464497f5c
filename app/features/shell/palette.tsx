import { useEffect, useRef, useState } from "react";
import { useNavigate } from "~/app/framework";
import { BRAND } from "~/core/shared/brand";
import type { MemberDto } from "~/core/shared/contract";

interface Command {
  words: string;
  to: string;
}

/** Where a member can go; the last one takes what was typed. */
function listCommands(user: MemberDto, typed: string): Command[] {
  const all: Command[] = [
    { words: BRAND.today, to: "/conversations" },
    { words: "Past conversations", to: "/conversations#past" },
    { words: "Profile", to: "/profile" },
    { words: "Edit Profile", to: "/profile/edit" },
    { words: "Reset Password", to: "/profile/reset-password" },
    ...(user.is_admin ? [{ words: "Admin Dashboard", to: "/admin" }] : []),
  ];
  const wanted = typed.trim().toLowerCase();
  const found = all.filter(({ words }) => words.toLowerCase().includes(wanted));
  if (wanted === "") return found;
  const search = new URLSearchParams({ q: typed.trim() });
  const history = {
    words: `Search past conversations for “${typed.trim()}”`,
    to: `/conversations?${search}#past`,
  };
  return [...found, history];
}

/** A list of places to go to by a few letters. Its code comes when it is first asked for. */
export default function Palette({ user, onClose }: { user: MemberDto; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const commands = listCommands(user, typed);
  useEffect(() => dialog.current?.showModal(), []);

  function go(command: Command | undefined) {
    if (!command) return;
    onClose();
    navigate(command.to);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      aria-label="Go to"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
      className="mx-auto mt-[15dvh] w-[min(32rem,calc(100vw-2rem))] rounded-lg border border-rule bg-paper-raised p-2 text-ink shadow-lift backdrop:bg-shade open:animate-rise"
    >
      <input
        role="combobox"
        aria-label="Go to"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={commands[at] ? `palette-${at}` : undefined}
        placeholder="Go to…"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
          if (step !== 0) {
            event.preventDefault();
            setAt((at + step + commands.length) % commands.length);
          }
          if (event.key === "Enter" && !event.nativeEvent.isComposing) go(commands[at]);
        }}
        className="min-h-12 w-full border-rule border-b bg-transparent px-4 font-serif text-xl outline-none placeholder:text-ink-muted"
      />
      <div id="palette-list" role="listbox" aria-label="Places" className="mt-2">
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys.
          <div
            key={command.to}
            id={`palette-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => go(command)}
            onPointerMove={() => setAt(index)}
            className="flex min-h-11 cursor-pointer items-center rounded-md px-4 aria-selected:bg-paper-sunken"
          >
            {command.words}
          </div>
        ))}
      </div>
    </dialog>
  );
}
