import type { FlashMessage } from "~/app/components/toast";
import type { WaitingDto } from "~/core/moderation/reports";
import type { MemberDto } from "~/core/shared/contract";
import type { RegionStyle } from "~/core/shared/region-style";

export interface ShellData {
  user: MemberDto | null;
  isBarred: boolean;
  /** Null for visitors. `POST /session` returns the bearer token of this session. */
  sessionId: string | null;
  supportEmail: string;
  origin: string;
  flash: FlashMessage | null;
  /** Null unless the member is an admin. */
  waiting: WaitingDto | null;
  /** The number of unread messages. Null for visitors, and on pages whose own loader returns the number. */
  unread: number | null;
  regionStyle: RegionStyle;
  year: number;
}

export interface ShellHandle {
  isStatic?: boolean;
  /**
   * The page is a column of exactly the window's height and scrolls its own middle. The shell leaves out its
   * footer, its profile banner and the question about cookies. Instead, the page itself shows the banner and the
   * question (`InlineNotices`), and its menu has the items of the header (`MainMenu`).
   */
  fullHeight?: boolean;
}
