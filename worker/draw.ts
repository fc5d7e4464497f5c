import { createDrawReader } from "~/core/pairing/draw-answer";
import type { Logger } from "~/core/ports";
import type { Env } from "./env";

const readDraw = createDrawReader();

/**
 * `GET /draw.json`: whether the run of a date is published, and over how many seconds pages spread their loads. The same to
 * each client, so it needs no sign-in. The page names the date, since its clock may be ahead: of any other than today the answer
 * is no.
 */
export async function answerDraw(request: Request, env: Env, logger: Logger): Promise<Response> {
  const clock = { now: () => Date.now() };
  const asked = new URL(request.url).searchParams.get("date");
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const answer =
    asked === null || asked === today
      ? await readDraw({ db: env.DB, clock, logger })
      : { published: false, spread_s: 0 };
  return Response.json(answer, { headers: { "cache-control": "no-store" } });
}
