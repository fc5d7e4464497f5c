import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import type { MemberDto } from "~/core/shared/contract";

const Palette = lazy(() => import("./palette"));

/** Ctrl+K, or ⌘K, opens the list of places for a member. */
export function usePalette(user: MemberDto | null): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const isMember = user !== null;
  useEffect(() => {
    if (!isMember) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      // Another question is open.
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isMember]);
  if (!isOpen || !user) return null;
  return (
    <Suspense fallback={null}>
      <Palette user={user} onClose={close} />
    </Suspense>
  );
}
