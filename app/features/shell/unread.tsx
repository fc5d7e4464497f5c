import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { closeMessageNotifications } from "~/app/features/notifications/forget-device";
import { useMatches } from "~/app/framework";
import { usePoll } from "~/app/lib/use-poll";
import type { Glance } from "~/core/pairing/service";
import { POLL_INTERVAL_MS } from "~/core/shared/constants";
import { askGlance } from "./ask-glance";
import type { ShellData } from "./types";
import { showUnread } from "./unread-cue";

interface Unread {
  /** How many lines of today's partner the member has not read. */
  unread: number;
  /** Called by a page that knows it better than the shell. */
  report: (unread: number) => void;
  /** Notes that a page reports by itself. @returns how to end that */
  follow: () => () => void;
}

const UnreadContext = createContext<Unread>({
  unread: 0,
  report: () => {},
  follow: () => () => {},
});

/** The number of unread lines: by a page's own data, in its field `unread`, else by the shell's. */
export function unreadIn(page: unknown, shell: Pick<ShellData, "unread"> | undefined): number {
  const own = page && typeof page === "object" && "unread" in page ? page.unread : null;
  return (typeof own === "number" ? own : shell?.unread) ?? 0;
}

/** Shows what is unread in title, icon and menus of every page (docs/rules.md#unread). */
export function UnreadProvider({ shell, children }: { shell: ShellData; children: ReactNode }) {
  const page = useMatches().at(-1);
  const [reported, report] = useState<number | null>(null);
  // Shell data of a newer load counts, until the page's own is newer.
  const [loaded, setLoaded] = useState(shell.unread);
  if (loaded !== shell.unread) {
    setLoaded(shell.unread);
    if (shell.unread !== null) report(null);
  }
  const unread = reported ?? unreadIn(page?.data, shell);
  // Also when the page changes, whose title is another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is a reason, not an input.
  useEffect(() => {
    showUnread(unread);
    // What is read needs no notification any more.
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
      // The page may have changed meanwhile to one that knows better.
      if (followers.current === 0) report(glance?.unread ?? null);
    };
    void askGlance().then(show, () => {});
  }, POLL_INTERVAL_MS);
  const value = useMemo(() => ({ unread, report, follow }), [unread, follow]);
  return <UnreadContext.Provider value={value}>{children}</UnreadContext.Provider>;
}

export const useUnread = () => useContext(UnreadContext).unread;

/** Reports to the shell what is unread, from a page that follows it. @param unread null if the page doesn't know */
export function useReportUnread(unread: number | null): void {
  const { report, follow } = useContext(UnreadContext);
  const knows = unread !== null;
  useEffect(() => (knows ? follow() : undefined), [knows, follow]);
  useEffect(() => {
    if (unread !== null) report(unread);
  }, [unread, report]);
}

/** The number as text: '2 new lines'. */
export const unreadWords = (unread: number) =>
  unread === 1 ? "1 new line" : `${unread} new lines`;
