import type { KnownSession } from "~/app/features/shell/session-keeper";

/** What the server tells the island, as JSON in the `data-page` of its script. */
export interface IslandPage extends KnownSession {
  /** The route's name, such as `routes/about`. */
  route: string | undefined;
}
