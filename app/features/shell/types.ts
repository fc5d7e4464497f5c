import type { FlashMessage } from "~/app/components/toast";
import type { WaitingDto } from "~/core/moderation/reports";
import type { Appearance } from "~/core/shared/appearance";
import type { MemberDto } from "~/core/shared/contract";
import type { RegionStyle } from "~/core/shared/region-style";

/** Data from the root loader for the shell around every page. */
export interface ShellData {
  user: MemberDto | null;
  /** The page's session. Its bearer token, `authToken`, is asked of `POST /session` (docs/rules.md#sessions). */
  sessionId: string | null;
  supportEmail: string;
  origin: string;
  flash: FlashMessage | null;
  /** Counts of the desk's work, for an admin; null for everyone else. */
  waiting: WaitingDto | null;
  /** Number of unread lines of today's partner; null if the page has the number itself, and for visitors. */
  unread: number | null;
  /** Whether the member is asked to agree to what gender and preference are used for. */
  asksForConsent: boolean;
  appearance: Appearance;
  /** How the reader's region writes dates, hours and distances. */
  regionStyle: RegionStyle;
  /** For the footer. */
  year: number;
}

/** Options of a route to the shell: `export const handle: ShellHandle = { fullHeight: true }`. */
export interface ShellHandle {
  /** The page is a document with `app/island` for its only script (`app/lib/static-pages.ts`). */
  isStatic?: boolean;
  /**
   * The page is a column of exactly the window's height, without the site's footer and bars: `main` is a flex
   * column that doesn't scroll, so the page scrolls its own middle and keeps its end in sight. It shows
   * `InlineNotices` itself, and the header's items in its own menu (`MemberItems`).
   */
  fullHeight?: boolean;
}
