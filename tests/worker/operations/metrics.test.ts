import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createMetrics } from "~/worker/adapters/metrics";
import { createMember } from "../../support/api";
import { expectLoggedError } from "../../support/fail-on-console";
import { pairMembers } from "../../support/pairs";
import worker from "../../support/test-worker";

/** A dataset that keeps its points: Analytics Engine has no local part to ask. */
function createDataset() {
  const points: AnalyticsEngineDataPoint[] = [];
  const dataset: AnalyticsEngineDataset = {
    writeDataPoint: (point) => void points.push(point ?? {}),
  };
  return { dataset, points };
}

async function ask(
  dataset: AnalyticsEngineDataset,
  path: string,
  init: RequestInit,
): Promise<number> {
  const context = createExecutionContext();
  const request = new Request(`http://happenstance.test${path}`, init);
  const incoming = request as Parameters<typeof worker.fetch>[0];
  const response = await worker.fetch(incoming, { ...env, ANALYTICS: dataset }, context);
  await response.text();
  await waitOnExecutionContext(context);
  return response.status;
}

it("counts a message and an unexpected error, and names no one", async () => {
  const { dataset, points } = createDataset();
  const [ada, ben] = [await createMember(), await createMember()];
  const conversation = await pairMembers(ada, ben);
  const path = `/api/pairings/conversation/${conversation}/messages`;
  const headers = { authorization: `Bearer ${ada.token}`, "content-type": "application/json" };
  const body = JSON.stringify({ content: "words of mine" });
  expect(await ask(dataset, path, { method: "POST", headers, body })).toBe(201);
  expect(points).toMatchObject([{ indexes: ["message"] }]);

  expectLoggedError(/request\.failed/);
  await env.DB.prepare("alter table blocks rename to blocks_away").run();
  expect(await ask(dataset, "/api/blocks", { headers })).toBe(500);
  await env.DB.prepare("alter table blocks_away rename to blocks").run();
  expect(points[1]).toEqual({ indexes: ["error"], blobs: ["/api/blocks"], doubles: [] });
  expect(JSON.stringify(points)).not.toMatch(new RegExp(`${ada.id}|${conversation}|words of mine`));
});

it("writes a run's values beside their names, and nothing where no dataset is bound", () => {
  const { dataset, points } = createDataset();
  createMetrics(dataset).count("run", { pairs: 3, unmatched: 1 });
  createMetrics(undefined).count("run", { pairs: 3 });
  expect(points).toEqual([{ indexes: ["run"], blobs: ["pairs", "unmatched"], doubles: [3, 1] }]);
});
