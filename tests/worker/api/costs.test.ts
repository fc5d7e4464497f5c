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

/** How many round trips a call may make that makes more than two. */
const MORE_TRIPS: Record<string, number> = {
  // Read the hash and look at the windows before they hash, and count a wrong password before they look at the rest.
  "POST /api/auth/reset-password": 4,
  "PUT /api/account/email": 5,
  // Look at what the report is about, and read its evidence, before they store it.
  "POST /api/reports/{userId}": 3,
  "POST /api/reports/{userId} (of a named conversation)": 3,
  // Reads what the ledger keeps digests of, then keeps the last messages of each conversation of the last week: two trips for each of at most nine.
  "DELETE /api/users/account": 19,
  // Look at the member first: a refusal says why, and a ban needs the address.
  "POST /api/admin/members/{id}/actions (warn)": 3,
  "POST /api/admin/members/{id}/actions (suspend)": 3,
  "POST /api/admin/members/{id}/actions (lift)": 3,
  "POST /api/admin/members/{id}/actions (ban)": 3,
};

/**
 * A page of a list, walked in the list's order and left at its end; the runs that are under way, one at most; and the
 * admins, up to the second.
 */
const WALKS =
  /^SCAN \w+ (EXISTS )?USING (COVERING )?INDEX (members_created_at|members_admin|appeals_created_at|pairing_runs_claimed)_idx$/;

let costs: CallCost[];
beforeAll(async () => {
  costs = await measureCalls(await createCostScene());
});

/**
 * A range of an index ends at a neighbour's row or at the index's end, as the random ids of a run happen to sort. A call of
 * more round trips than this, as the deletion of an account, has as many ranges.
 */
const NEIGHBOURS = 3;

describe("what a call costs", () => {
  it("is known to the row", () => {
    const measured = Object.fromEntries(
      costs.map(({ name, status, roundTrips, rowsRead }) => {
        const expected = EXPECTED_COSTS[name]?.[2] ?? Number.NaN;
        const isExpected = Math.abs(rowsRead - expected) <= Math.max(NEIGHBOURS, roundTrips);
        return [name, [status, roundTrips, isExpected ? expected : rowsRead]];
      }),
    );
    expect(measured).toEqual(EXPECTED_COSTS);
  });

  it("is two round trips at most before the answer but for those that say why, for every call but the run by hand; one after it", () => {
    for (const { name, roundTrips, trips } of costs) {
      const most = MORE_TRIPS[name] ?? 2;
      const isWithin = roundTrips <= most && trips.length - roundTrips <= 1;
      expect([name, isWithin]).toEqual([name, true]);
    }
    const measured = new Set(CALLS.map(({ name }) => name.split(/[ ?]/).slice(0, 2).join(" ")));
    const all = apiCalls.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(all.filter((name) => !measured.has(name))).toEqual([
      "POST /api/pairings/trigger-pairings",
    ]);
  });

  it("is no row written for a message, and for a list of them", () => {
    const messages = costs.filter(({ name }) => /conversation\/\{id\}\/messages/.test(name));
    expect(messages.length).toBeGreaterThanOrEqual(4);
    for (const { name, trips } of messages) {
      expect([name, trips.map(({ rowsWritten }) => rowsWritten)]).toEqual([name, [0]]);
    }
  });

  it("never includes a look through a whole table", async () => {
    const whole = new Set(CALLS.filter(({ readsAll }) => readsAll).map(({ name }) => name));
    const bounded = costs.filter(({ name }) => !whole.has(name));
    const statements = new Map(
      bounded.flatMap(({ name, trips }) =>
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
          /^SCAN (CONSTANT ROW|\d+-ROW VALUES|\(|(?:[ohte]|shown|counted)( LEFT-JOIN)?$|\w+ VIRTUAL TABLE)/;
        if (!detail.startsWith("SCAN ") || harmless.test(detail) || WALKS.test(detail)) continue;
        scans.push(`${name}: ${detail} in ${sql.replace(/\s+/g, " ")}`);
      }
    }
    expect(scans).toEqual([]);
  });
});
