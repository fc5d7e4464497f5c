import { useMatches } from "@remix-run/react";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { closeMessageNotifications } from "~/app/features/notices/forget-device";
import { usePoll } from "~/app/lib/use-poll";
import type { Glance } from "~/core/pairing/service";
import { POLL_INTERVAL_MS } from "~/core/shared/constants";
import { askGlance } from "./ask-glance";
import type { ShellData } from "./types";
import { showUnread } from "./unread-cue";

interface Unread {
  unread: number;
  /** Called by a page that knows a newer number than the shell. */
  report: (unread: number) => void;
  /**
   * Called by a page that keeps the number up to date itself. The shell then stops polling until the returned function
   * is called.
   */
  follow: () => () => void;
}

const UnreadContext = createContext<Unread>({
  unread: 0,
  report: () => {},
  follow: () => () => {},
});

export function unreadIn(page: unknown, shell: Pick<ShellData, "unread"> | undefined): number {
  const own = page && typeof page === "object" && "unread" in page ? page.unread : null;
  return (typeof own === "number" ? own : shell?.unread) ?? 0;
}

/** docs/rules.md#unread */
export function UnreadProvider({ shell, children }: { shell: ShellData; children: ReactNode }) {
  const page = useMatches().at(-1);
  const [reported, report] = useState<number | null>(null);
  const [loaded, setLoaded] = useState(shell.unread);
  if (loaded !== shell.unread) {
    setLoaded(shell.unread);
    if (shell.unread !== null) report(null);
  }
  const unread = reported ?? unreadIn(page?.data, shell);
  // Runs again when the page changes, because the title of a new page has no number.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is a trigger, not an input.
  useEffect(() => {
    showUnread(unread);
    if (unread === 0) void closeMessageNotifications().catch(() => {});
  }, [unread, page?.pathname]);
  const followers = useRef(0);
  const [follow] = useState(() => () => {
    followers.current += 1;
    return () => {
      followers.current -= 1;
    };
  });
  usePoll(() => {
    if (!shell.user || followers.current > 0) return;
    const show = (glance: Glance | null) => {
      // Meanwhile the reader may have opened a page that keeps the number up to date itself.
      if (followers.current === 0) report(glance?.unread ?? null);
    };
    void askGlance().then(show, () => {});
  }, POLL_INTERVAL_MS);
  const value = useMemo(() => ({ unread, report, follow }), [unread, follow]);
  return <UnreadContext.Provider value={value}>{children}</UnreadContext.Provider>;
}

export const useUnread = () => useContext(UnreadContext).unread;

export function useReportUnread(unread: number | null): void {
  const { report, follow } = useContext(UnreadContext);
  const knows = unread !== null;
  useEffect(() => (knows ? follow() : undefined), [knows, follow]);
  useEffect(() => {
    if (unread !== null) report(unread);
  }, [unread, report]);
}

export const unreadWords = (unread: number) =>
  unread === 1 ? "1 new line" : `${unread} new lines`;
