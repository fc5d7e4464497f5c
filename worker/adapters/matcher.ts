import { MATCH_PATH } from "@happenstance/matching";
import type { OutsideMatcher } from "~/core/ports";
import { MS_PER_MINUTE } from "~/core/shared/constants";
import type { Config, Env } from "~/worker/env";

/** All runs use one object, because there is one container. */
const NAME = "matcher";

/** Makes the port to the matcher of large runs, a container behind its object or a server on this machine; null without either. */
export function createMatcher(
  objects: Env["MATCHER"],
  { matcher }: Pick<Config, "matcher">,
): OutsideMatcher | null {
  const { url, above } = matcher;
  const target = objects ? objects.get(objects.idFromName(NAME)) : url === null ? null : globalThis;
  if (target === null) return null;
  return {
    above,
    patienceMs: MS_PER_MINUTE,
    async match(frames, signal) {
      const request = new Request(`${url ?? "http://matcher"}${MATCH_PATH}`, {
        method: "POST",
        body: frames,
        signal,
      });
      const { ok, body, status } = await target.fetch(request);
      if (!ok || !body) {
        await body?.cancel();
        throw new Error(`the matcher answered ${status}`);
      }
      return body;
    },
  };
}
