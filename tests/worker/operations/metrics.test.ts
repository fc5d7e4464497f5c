import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { action as actOnConversation } from "~/app/routes/conversation.$conversationId";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { countPoint } from "~/worker/metrics";
import { callApi } from "../../support/api";
import { expectLoggedError } from "../../support/fail-on-console";
import type { SeededMember } from "../../support/seed";
import { type Entrance, openEntrance, type Sender } from "../conversation/entrances";
import { createPair } from "../conversation/support";

/**
 * Collects the points that the Worker and its objects write, because Analytics Engine can't be
 * queried locally.
 */
function watchPoints(event: string): AnalyticsEngineDataPoint[] {
  const points: AnalyticsEngineDataPoint[] = [];
  const { ANALYTICS } = env;
  if (!ANALYTICS) throw new Error("no dataset is bound");
  vi.spyOn(ANALYTICS, "writeDataPoint").mockImplementation((point) => {
    if (point?.indexes?.[0] === event) points.push(point);
  });
  return points;
}

afterEach(() => {
  vi.restoreAllMocks();
});

function openForm({ token }: SeededMember, conversationId: string): Sender {
  const logger = createLogger({ test: true });
  const deps = createDeps(env, { logger, defer: () => {} });
  const handle = actOnConversation as (args: object) => Promise<unknown>;
  return {
    send(fields) {
      const request = new Request(`https://happenstance.test/conversation/${conversationId}`, {
        method: "POST",
        headers: { cookie: `__Host-session=${token}` },
        body: new URLSearchParams({ intent: "send", ...fields }),
      });
      const context = { deps, logger, address: "127.0.0.1", retryAfter: null };
      return handle({ request, context, params: { conversationId } });
    },
  };
}

it.each<Entrance | "form">(["POST", "form", "own", "stock", "polling"])(
  "a message sent by %s is counted once, and its point names no one",
  async (entrance) => {
    const points = watchPoints("message");
    const { ann, ben, id } = await createPair();
    const sender = entrance === "form" ? openForm(ann, id) : await openEntrance(entrance, ann, id);
    await sender.send({ content: "words of mine", client_id: "key" });
    expect(points).toEqual([{ indexes: ["message"], blobs: [], doubles: [] }]);
    await sender.send({ content: "words of mine", client_id: "key" });
    await sender.send({ content: " " });
    await callApi("POST", `/api/blocks/${ben.id}`, { token: ann.token });
    if (entrance !== "own") await sender.send({ content: "late" });
    expect(points).toHaveLength(1);
  },
);

it("an unexpected error is counted by its route, and its data point names no one", async () => {
  const points = watchPoints("error");
  const { ann } = await createPair();
  expectLoggedError(/request\.failed/);
  await env.DB.prepare("alter table blocks rename to blocks_away").run();
  expect((await callApi("GET", "/api/blocks", { token: ann.token })).status).toBe(500);
  await env.DB.prepare("alter table blocks_away rename to blocks").run();
  expect(points).toEqual([{ indexes: ["error"], blobs: ["/api/blocks"], doubles: [] }]);
});

it("each call is counted with its time and whether it failed", async () => {
  expectLoggedError(/request\.failed/);
  const { ann } = await createPair();
  const points = watchPoints("answer");
  await env.DB.prepare("alter table blocks rename to blocks_away").run();
  await callApi("GET", "/api/blocks", { token: ann.token });
  await env.DB.prepare("alter table blocks_away rename to blocks").run();
  await callApi("GET", "/api/blocks", { token: ann.token });
  expect(points.map(({ blobs, doubles }) => ({ blobs, failed: doubles?.[1] }))).toEqual([
    { blobs: ["call"], failed: 1 },
    { blobs: ["call"], failed: 0 },
  ]);
});

it("a missing or full dataset is ignored", () => {
  countPoint({ ...env, ANALYTICS: undefined }, "message");
  const writeDataPoint = vi.fn(() => {
    throw new Error("too many points");
  });
  countPoint({ ...env, ANALYTICS: { writeDataPoint } }, "message");
  expect(writeDataPoint).toHaveBeenCalled();
});
