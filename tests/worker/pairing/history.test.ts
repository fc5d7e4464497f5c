import { env } from "cloudflare:test";
import { beforeEach, expect, it, vi } from "vitest";
import { listPast } from "~/core/pairing/service";
import { createDatabase } from "~/db/client";
import { callApi, emptyDatabase } from "../../support/api";
import { meterDatabase } from "../../support/metered-db";
import { insertPairing } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import { createTestDeps } from "./support";

const DAY_MS = 86_400_000;
const MIDNIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS;

beforeEach(emptyDatabase);

const createCouple = async () => {
  const createdAt = MIDNIGHT - 900 * DAY_MS;
  const ann = await seedMember({ name: "Ann", created_at: createdAt });
  return { ann, ben: await seedMember({ name: "Ben", created_at: createdAt }) };
};

it("paging through the history lists each conversation once, with an id or a date as the cursor", async () => {
  const { ann, ben } = await createCouple();
  const ids: string[] = [];
  for (let daysAgo = 5; daysAgo < 300; daysAgo += 2) {
    const expiresAt = MIDNIGHT - daysAgo * DAY_MS;
    ids.push(
      await insertPairing({ one: ann, other: ben, startsAt: expiresAt - DAY_MS, expiresAt }),
    );
  }
  const readAll = async (cursor: "conversation_id" | "expiry_date") => {
    const all: string[] = [];
    for (let before = ""; ; ) {
      const path = `/api/pairings/past${before}`;
      const { body } = await callApi<Record<string, string>[]>("GET", path, { token: ann.token });
      all.push(...body.map(({ conversation_id }) => String(conversation_id)));
      const last = body.at(-1);
      if (!last) return all;
      before = `?before=${encodeURIComponent(String(last[cursor]))}`;
    }
  };
  expect(await readAll("conversation_id")).toEqual(ids);
  expect(await readAll("expiry_date")).toEqual(ids);
});

it("a page of the history reads the same number of rows however long the history is", async () => {
  const { ann, ben } = await createCouple();
  const measure = async () => {
    const { db, trips } = meterDatabase(env.DB);
    const viewer = { memberId: ann.id } as Parameters<typeof listPast>[1];
    const { length } = await listPast({ ...createTestDeps(), db: createDatabase(db) }, viewer, {});
    return { length, rows: trips.reduce((sum, { rowsRead }) => sum + rowsRead, 0) };
  };
  const addDays = async (from: number) => {
    for (let daysAgo = from; daysAgo < from + 200; daysAgo += 2) {
      const expiresAt = MIDNIGHT - daysAgo * DAY_MS;
      await insertPairing({ one: ann, other: ben, startsAt: expiresAt - DAY_MS, expiresAt });
    }
  };
  // These calls store 200 conversations. A page has 100.
  await addDays(1);
  await addDays(201);
  const young = await measure();
  await addDays(401);
  await addDays(601);
  expect(young.length).toBe(100);
  expect(await measure()).toEqual(young);
});

it("a conversation is today's until it ends, and in the history from then on", async () => {
  const { ann, ben } = await createCouple();
  const expiresAt = MIDNIGHT + DAY_MS;
  const id = await insertPairing({ one: ann, other: ben, startsAt: MIDNIGHT, expiresAt });
  const read = async (now: number) => {
    vi.setSystemTime(now);
    const how = { token: ann.token };
    const { body: today } = await callApi<{ conversation: { id: string } | null }>(
      "GET",
      "/api/pairings/current",
      how,
    );
    const { body: past } = await callApi<{ conversation_id: string }[]>(
      "GET",
      "/api/pairings/past",
      how,
    );
    return { today: today.conversation?.id ?? null, past: past.map((one) => one.conversation_id) };
  };
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    expect(await read(expiresAt - 1)).toEqual({ today: id, past: [] });
    expect(await read(expiresAt)).toEqual({ today: null, past: [id] });
  } finally {
    vi.useRealTimers();
  }
});
