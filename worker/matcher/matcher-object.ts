import { DurableObject } from "cloudflare:workers";
import { MS_PER_MINUTE, MS_PER_SECOND } from "~/core/shared/constants";

/** Port of `container/server.ts`. */
const PORT = 8080;
/** A container often starts in one to three seconds. It takes longer on a host that has to load the image. */
const START_LIMIT_MS = 45 * MS_PER_SECOND;
const LONGEST_PAUSE_MS = MS_PER_SECOND;
/** The container stops after this time without a request, and then costs nothing. A retry comes five minutes after the run. */
const IDLE_MS = 10 * MS_PER_MINUTE;

/** The object of the container that matches large runs (docs/decisions/matcher.md). It stores nothing. */
export class MatcherObject extends DurableObject {
  /** Starts the container unless it runs, and passes the request on to it. */
  override async fetch(request: Request): Promise<Response> {
    const { container } = this.ctx;
    if (!container) throw new Error("the matcher's object has no container");
    if (!container.running) container.start({ enableInternet: false });
    const port = container.getTcpPort(PORT);
    await waitUntilUp(container, port);
    await container.setInactivityTimeout(IDLE_MS);
    const { pathname } = new URL(request.url);
    return port.fetch(new Request(`http://matcher${pathname}`, request));
  }
}

/** @throws Error if the container has ended, or does not answer in time */
async function waitUntilUp(container: Pick<Container, "running">, port: Fetcher): Promise<void> {
  const giveUpAt = Date.now() + START_LIMIT_MS;
  for (let pause = 50; Date.now() < giveUpAt; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      const answer = await port.fetch("http://matcher/health");
      await answer.body?.cancel();
      if (answer.ok) return;
    } catch {
      // It does not listen yet.
    }
    if (!container.running) break;
    await scheduler.wait(pause);
  }
  throw new Error("the container did not start");
}
