import type { KnownSession } from "~/app/features/shell/session-keeper";
import { parseObject } from "~/app/lib/browser-storage";
import type { RegionStyle } from "~/core/shared/region-style";

/** Data from the server to the island, as JSON in the `data-page` of its script. */
export interface IslandPage extends KnownSession {
  /** The route's name, such as `routes/about`. */
  route: string | undefined;
  regionStyle: RegionStyle;
  unread: number;
}

/** @throws Error if the page was not rendered by the server */
export function readPage(text: string | undefined): IslandPage {
  const page = parseObject(text);
  if (!page || !isPage(page)) throw new Error("the page says nothing of itself");
  return page;
}

function isPage(page: object): page is IslandPage {
  return (
    "regionStyle" in page && "sessionId" in page && "user" in page && typeof page.user === "object"
  );
}
