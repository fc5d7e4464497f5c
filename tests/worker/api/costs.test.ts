import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { apiCalls } from "../../support/api-calls";
import { CALLS, type CallCost, createCostScene, measureCalls } from "../../support/call-costs";

const MORE_TRIPS: Record<string, number> = {
  // These calls read the stored hash and the counters before they hash. They count a wrong password
  // before they answer.
  "POST /api/auth/reset-password": 4,
  "PUT /api/account/email": 5,
  // These calls find the conversation and read the evidence before they store the report.
  "POST /api/reports/{userId}": 3,
  "POST /api/reports/{userId} (of a named conversation)": 3,
  // This call reads the address and encrypts it before it removes it.
  "DELETE /api/pairings/conversation/{id}/address": 3,
  // This call first reads what must be kept. Then it keeps the messages of the last week's
  // conversations, of which there are at most nine, in two trips per conversation.
  "DELETE /api/users/account": 19,
  // These calls first read the member's address, because a suspension or ban also bars the address.
  "POST /api/admin/members/{id}/actions (warn)": 3,
  "POST /api/admin/members/{id}/actions (suspend)": 3,
  "POST /api/admin/members/{id}/actions (lift)": 3,
  "POST /api/admin/members/{id}/actions (ban)": 3,
};

/**
 * These scans read only a few rows, although SQLite plans them as scans. They read one page of a
 * list in the order of its index, the only claimed run, or the first two admins.
 */
const WALKS =
  /^SCAN \w+ (EXISTS )?USING (COVERING )?INDEX (members_created_at|members_admin|appeals_created_at|pairing_runs_claimed)_idx$/;

let costs: CallCost[];
beforeAll(async () => {
  costs = await measureCalls(await createCostScene());
});

/**
 * Tolerance in rows. Reading a range of an index also reads the row after the range, if there is one. Whether there is
 * one depends on the random ids. For a call with more than three round trips, the tolerance is one row per trip.
 */
const NEIGHBOURS = 3;

describe("the cost of a call", () => {
  it("every call makes the expected number of round trips and reads the expected number of rows", () => {
    const expectedCosts = Object.fromEntries(CALLS.map(({ name, cost }) => [name, cost]));
    const measured = Object.fromEntries(
      costs.map(({ name, status, roundTrips, rowsRead }) => {
        const expected = expectedCosts[name]?.[2] ?? Number.NaN;
        const isExpected = Math.abs(rowsRead - expected) <= Math.max(NEIGHBOURS, roundTrips);
        return [name, [status, roundTrips, isExpected ? expected : rowsRead]];
      }),
    );
    expect(measured).toEqual(expectedCosts);
  });

  it("every call makes few round trips, and at most one after the answer", () => {
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

  it("the calls about messages make one round trip and write no row", () => {
    const messages = costs.filter(({ name }) => /conversation\/\{id\}\/messages/.test(name));
    expect(messages.length).toBeGreaterThanOrEqual(4);
    for (const { name, trips } of messages) {
      expect([name, trips.map(({ rowsWritten }) => rowsWritten)]).toEqual([name, [0]]);
    }
  });

  it("no statement selects two columns of the same name, because D1 returns only one of them", async () => {
    const texts = costs.flatMap(({ trips }) => trips.flatMap(({ statements }) => statements));
    const reads = new Map(
      texts.filter(({ sql }) => /^\s*(select|with)\b/.test(sql)).map((one) => [one.sql, one]),
    );
    expect(reads.size).toBeGreaterThan(50);
    for (const { sql, values } of reads.values()) {
      const [names = []] = await env.DB.prepare(sql)
        .bind(...values)
        .raw({ columnNames: true });
      expect([sql, new Set(names).size]).toEqual([sql, names.length]);
    }
  });

  it("no call scans a whole table, except those marked `readsAll`", async () => {
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
        // A scan of a subquery, of JSON or of constant rows reads no table.
        const harmless =
          /^SCAN (CONSTANT ROW|\d+-ROW VALUES|\(|(?:[ohte]|shown|counted|chosen)( LEFT-JOIN)?$|\w+ VIRTUAL TABLE)/;
        if (!detail.startsWith("SCAN ") || harmless.test(detail) || WALKS.test(detail)) continue;
        scans.push(`${name}: ${detail} in ${sql.replace(/\s+/g, " ")}`);
      }
    }
    expect(scans).toEqual([]);
  });
});
