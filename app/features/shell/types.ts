import type { FlashMessage } from "~/app/components/toast";
import type { WaitingDto } from "~/core/moderation/reports";
import type { MemberDto } from "~/core/shared/contract";
import type { RegionStyle } from "~/core/shared/region-style";

export interface ShellData {
  user: MemberDto | null;
  /** Whether the member is suspended or banned, and so can't open most pages. */
  isBarred: boolean;
  /** `POST /session` returns this session's bearer token, `authToken` (docs/rules.md#sessions). */
  sessionId: string | null;
  supportEmail: string;
  origin: string;
  flash: FlashMessage | null;
  /** Counts of the desk's open work; null unless the member is an admin. */
  waiting: WaitingDto | null;
  /**
   * Unread messages of today's partner. Null for visitors, and on pages whose own loader returns the
   * number.
   */
  unread: number | null;
  /** The style in which the reader's region writes dates, hours and distances. */
  regionStyle: RegionStyle;
  year: number;
}

/** Options of a route: `export const handle: ShellHandle = { fullHeight: true }`. */
export interface ShellHandle {
  /** The page is a document whose only script is `app/island` (`app/lib/static-pages.ts`). */
  isStatic?: boolean;
  /**
   * The page is a column of exactly the window's height, without the site's footer and bars. `main`
   * is a flex column that doesn't scroll; the page scrolls its own middle, so its end stays
   * visible. It shows `InlineNotices` itself, and has the header's items in its own menu
   * (`MainMenu`).
   */
  fullHeight?: boolean;
}
