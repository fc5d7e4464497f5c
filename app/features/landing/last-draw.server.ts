import type { AppLoadContext } from "~/app/framework.server";
import type { LastDraw } from "~/core/pairing/last-draw";
import { MS_PER_MINUTE } from "~/core/shared/constants";

/** The landing page has many readers, and the figure changes only with a run. */
const KEPT_MS = MS_PER_MINUTE;

// Of this instance of the Worker, which has one database.
let kept: { at: number; draw: LastDraw | null } | null = null;

/** The last draw, at most a minute old. Null also if it can't be read: the page has other things to show. */
export async function readKeptDraw({ services }: AppLoadContext): Promise<LastDraw | null> {
  const now = Date.now();
  if (!kept || now - kept.at > KEPT_MS) {
    const draw = await services.pairings.readLastDraw().catch(() => null);
    kept = { at: now, draw };
  }
  return kept.draw;
}
