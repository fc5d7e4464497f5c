import type { AppLoadContext } from "@remix-run/cloudflare";
import type { LastDraw } from "~/core/pairing/last-draw";
import { readLastDraw } from "~/core/pairing/last-draw";
import { MS_PER_MINUTE } from "~/core/shared/constants";

const KEPT_MS = MS_PER_MINUTE;

let kept: { at: number; draw: LastDraw | null } | null = null;

/**
 * Keeps the draw in memory for a minute, so that the landing page's many readers cost few queries. Null if the last run
 * could not be read.
 */
export async function readKeptDraw({ deps }: AppLoadContext): Promise<LastDraw | null> {
  const now = Date.now();
  if (!kept || now - kept.at > KEPT_MS) {
    const draw = await readLastDraw(deps).catch(() => null);
    kept = { at: now, draw };
  }
  return kept.draw;
}
