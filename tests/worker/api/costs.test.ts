import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { apiCalls } from "~/worker/api/calls";
import {
  CALLS,
  type CallCost,
  createCostScene,
  EXPECTED_COSTS,
  measureCalls,
} from "../../support/call-costs";

/** These decide in the database, go to conversations' objects, and note in the database what came of it. */
const ASKS_OBJECTS_BETWEEN = new Set([
  "DELETE /api/users/account",
  // Counts a wrong password before it looks at the rest.
  "PUT /api/account/email",
  "POST /api/reports/{userId}",
  "POST /api/reports/{userId} (of a named conversation)",
]);

let costs: CallCost[];
beforeAll(async () => {
  costs = await measureCalls(await createCostScene());
});

/** A range of an index ends at a neighbour's row or at the index's end, as the random ids of a run happen to sort. */
const NEIGHBOURS = 2;

describe("what a call costs", () => {
  it("is known to the row", () => {
    const measured = Object.fromEntries(
      costs.map(({ name, status, roundTrips, rowsRead }) => {
        const expected = EXPECTED_COSTS[name]?.[2] ?? Number.NaN;
        const isExpected = Math.abs(rowsRead - expected) <= NEIGHBOURS;
        return [name, [status, roundTrips, isExpected ? expected : rowsRead]];
      }),
    );
    expect(measured).toEqual(EXPECTED_COSTS);
  });

  it("is two round trips at most, for every call of a member", () => {
    for (const { name, roundTrips } of costs) {
      const most = ASKS_OBJECTS_BETWEEN.has(name) ? 3 : 2;
      expect([name, roundTrips <= most]).toEqual([name, true]);
    }
    const measured = new Set(CALLS.map(({ name }) => name.split(/[ ?]/).slice(0, 2).join(" ")));
    const members = apiCalls
      .filter(({ access }) => access !== "admin")
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(members.filter((name) => !measured.has(name))).toEqual([]);
  });

  it("never includes a look through a whole table", async () => {
    const statements = new Map(
      costs.flatMap(({ name, trips }) =>
        trips.flatMap((trip) => trip.statements.map((one) => [one.sql, { name, ...one }] as const)),
      ),
    );
    const scans: string[] = [];
    for (const { name, sql, values } of statements.values()) {
      const { results } = await env.DB.prepare(`explain query plan ${sql}`)
        .bind(...values)
        .all<{ detail: string }>();
      for (const { detail } of results) {
        // Rows of an inner query, rows of a JSON text, and rows made from nothing, are no table's.
        const harmless =
          /^SCAN (CONSTANT ROW|\d+-ROW VALUES|\(|[ohte]( LEFT-JOIN)?$|\w+ VIRTUAL TABLE)/;
        if (!detail.startsWith("SCAN ") || harmless.test(detail)) continue;
        scans.push(`${name}: ${detail} in ${sql.replace(/\s+/g, " ")}`);
      }
    }
    expect(scans).toEqual([]);
  });
});
