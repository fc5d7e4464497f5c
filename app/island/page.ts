import type { KnownSession } from "~/app/features/shell/session-keeper";
import { parseObject } from "~/app/lib/parse-object";

/** What the server tells the island, as JSON in the `data-page` of its script. */
export interface IslandPage extends KnownSession {
  /** The route's name, such as `routes/about`. */
  route: string | undefined;
}

/** @throws Error for a page that is not the server's */
export function readPage(text: string | undefined): IslandPage {
  const page: unknown = parseObject(text);
  if (!isPage(page)) throw new Error("the page says nothing of itself");
  return page;
}

function isPage(page: unknown): page is IslandPage {
  if (typeof page !== "object" || page === null) return false;
  return "sessionId" in page && "user" in page && typeof page.user === "object";
}
