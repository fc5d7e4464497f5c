import { createDrawReader } from "~/core/pairing/draw-answer";
import type { Logger } from "~/core/shared/logger";
import { createDatabase } from "~/db/client";
import type { Env } from "./env";

const readDraw = createDrawReader();

/**
 * Needs no sign-in, because the answer is the same for every client. A page sends the date by its own clock, which can
 * be ahead of the server's. For a date other than the server's today, the run counts as not published.
 */
export async function answerDraw(request: Request, env: Env, logger: Logger): Promise<Response> {
  const clock = { now: () => Date.now() };
  const asked = new URL(request.url).searchParams.get("date");
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const answer =
    asked === null || asked === today
      ? await readDraw({ db: createDatabase(env.DB), clock, logger })
      : { published: false, spread_s: 0 };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
