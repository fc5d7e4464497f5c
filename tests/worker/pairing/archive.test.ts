import { env, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, it } from "vitest";
import { archivePairings } from "~/core/archive/archive";
import type { Deps } from "~/core/deps";
import { runDueJobs } from "~/core/jobs/jobs";
import type { ArchivedPairing } from "~/core/ports";
import { HOT_PAIRINGS_DAYS, OLDEST_RUN_DAYS, RECENT_PAIR_DAYS } from "~/core/shared/constants";
import { createLogger } from "~/worker/adapters/logger";
import { conversationHome } from "~/worker/realtime/session-id";
import { createDeps } from "~/worker/services";
import { callApi, emptyDatabase, runCron } from "../../support/api";
import { countJobs } from "../../support/jobs";
import { meterDatabase } from "../../support/metered-db";
import { insertPairing } from "../../support/pairs";
import { type SeededMember, seedMember } from "../../support/seed";
import { bindings, objectOf } from "../realtime/support";

const DAY_MS = 86_400_000;
const MIDNIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const YEARS_AGO = MIDNIGHT - 900 * DAY_MS;
const logger = createLogger({ test: true });
const createRealDeps = (): Deps => createDeps(bindings, { logger, defer: () => {} });
const archive = (deps = createRealDeps()) => archivePairings(deps, { fromStart: true });

beforeEach(emptyDatabase);

/** Ends the archive's lease, as if 15 minutes had passed since its cron died. */
const endLease = () => env.DB.prepare("delete from settings where name = 'archive_lease'").run();

let count = 0;
const createOldMember = (name: string) =>
  seedMember({ id: `${name}-${++count}-of-the-archive`, name, created_at: YEARS_AGO });

/** Stores a pairing that ended `daysAgo` days ago, with a message from each member and both revealed addresses. */
async function createPast(one: SeededMember, other: SeededMember, daysAgo: number) {
  const expiresAt = MIDNIGHT - daysAgo * DAY_MS;
  const startsAt = expiresAt - DAY_MS;
  const id = await insertPairing({ one, other, startsAt, expiresAt });
  const messages = [one, other].map(({ id: senderId }, index) => ({
    id: `${(startsAt + index).toString(16).padStart(12, "0")}-${id}`,
    sender_id: senderId,
    content: `words of ${index}`,
    client_id: null,
    created_at: startsAt + index,
    read_at: null,
  }));
  const { conversations } = createRealDeps();
  await conversations.apply({ conversationId: id, version: 0, kind: "import", messages });
  for (const { id: memberId } of [one, other]) {
    await env.DB.prepare("insert into sealed_addresses values (?, ?, ?, ?)")
      .bind(id, memberId, `mail of ${memberId}`, expiresAt - 1)
      .run();
  }
  return id;
}

const isHot = async (id: string) =>
  (await env.DB.prepare("select 1 from pairings where id = ?").bind(id).all()).results.length === 1;

const historyOf = (member: SeededMember): Promise<ArchivedPairing[]> =>
  createRealDeps().history.list(member.id, { before: Number.MAX_SAFE_INTEGER, limit: 1_000 });

/** Makes every call that answers a member about past conversations and their partner. */
async function askAll(viewer: SeededMember, partner: SeededMember, ids: string[]) {
  const ask = async (path: string) => {
    const { status, body } = await callApi("GET", path, { token: viewer.token });
    return { path, status, body };
  };
  const answers = [await ask("/api/pairings/past"), await ask(`/api/users/${partner.id}`)];
  const { body } = answers[0] as { body: unknown };
  const past = body as { conversation_id: string; expiry_date: string }[];
  for (const { conversation_id, expiry_date } of past) {
    answers.push(await ask(`/api/pairings/past?before=${conversation_id}`));
    answers.push(await ask(`/api/pairings/past?before=${encodeURIComponent(expiry_date)}`));
  }
  for (const id of ids) {
    answers.push(await ask(`/api/pairings/conversation/${id}/messages`));
    answers.push(await ask(`/api/pairings/conversation/${id}/address`));
    answers.push(await ask(`/api/blocks/conversation/${id}`));
  }
  const exported = await ask("/api/users/export");
  const { exported_at: _, limits: __, ...data } = exported.body as Record<string, unknown>;
  return [...answers, { ...exported, body: data }];
}

it("a pairing stays in the database while a run for a date of the last week could read it", async () => {
  const [ann, ben, cid, dan] = [
    await createOldMember("Ann"),
    await createOldMember("Ben"),
    await createOldMember("Cid"),
    await createOldMember("Dan"),
  ];
  /** Stores a pairing that began `days` days ago and ended a day later. */
  const pairedBefore = (one: SeededMember, other: SeededMember, days: number) =>
    createPast(one, other, days - 1);
  const asked = await pairedBefore(ann, ben, OLDEST_RUN_DAYS + RECENT_PAIR_DAYS);
  const older = await pairedBefore(cid, dan, HOT_PAIRINGS_DAYS + 2);
  await archive();
  expect([await isHot(asked), await isHot(older)]).toEqual([true, false]);
});

it("answers about past conversations stay the same once their pairings have left the database", async () => {
  const [ann, ben, cid] = [
    await createOldMember("Ann"),
    await createOldMember("Ben"),
    await createOldMember("Cid"),
  ];
  const old = await createPast(ann, ben, 400);
  const middle = await createPast(cid, ann, 200);
  const recent = await createPast(ben, ann, 10);
  // Answers have the names stored with the newest pairing, never the present ones.
  await env.DB.prepare("update members set name = 'Renamed', location = 'Elsewhere'").run();
  const before = await askAll(ann, ben, [old, middle, recent]);
  const of = await askAll(cid, ann, [middle]);
  await archive();
  expect([await isHot(old), await isHot(middle), await isHot(recent)]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await historyOf(ann)).map(({ id }) => id)).toEqual([middle, old]);
  expect(await askAll(cid, ann, [middle])).toEqual(of);
  expect(await askAll(ann, ben, [old, middle, recent])).toEqual(before);
  expect(before.map(({ status }) => status)).not.toContain(404);
  // Reading the history brings no pairing back.
  expect([await isHot(old), await isHot(middle)]).toEqual([false, false]);
  // A call that changes something brings the pairing back until the next midnight.
  const path = `/api/pairings/conversation/${old}/address`;
  expect((await callApi("DELETE", path, { token: ann.token })).status).toBe(200);
  expect(await isHot(old)).toBe(true);
  await runCron(MIDNIGHT + DAY_MS);
  expect(await isHot(old)).toBe(false);
});

it("the pages of the history list each conversation once before, during and after the archiving", async () => {
  const [ann, ben] = [await createOldMember("Ann"), await createOldMember("Ben")];
  for (let daysAgo = 5; daysAgo < 300; daysAgo += 2) {
    const expiresAt = MIDNIGHT - daysAgo * DAY_MS;
    await insertPairing({ one: ann, other: ben, startsAt: expiresAt - DAY_MS, expiresAt });
  }
  const readAll = async (cursorOf: (last: Record<string, string>) => string) => {
    const all: string[] = [];
    for (let before = ""; ; ) {
      const { body } = await callApi<Record<string, string>[]>(
        "GET",
        `/api/pairings/past${before}`,
        {
          token: ann.token,
        },
      );
      all.push(...body.map(({ conversation_id }) => String(conversation_id)));
      const last = body.at(-1);
      if (!last) return all;
      before = `?before=${encodeURIComponent(cursorOf(last))}`;
    }
  };
  const byId = (last: Record<string, string>) => String(last.conversation_id);
  const before = await readAll(byId);
  expect(before).toHaveLength(148);
  // Each call continues after the pairing at which the one before it stopped.
  await archivePairings(createRealDeps(), { fromStart: true, most: 40 });
  expect(await readAll(byId)).toEqual(before);
  for (let call = 0; call < 5; call++) await archivePairings(createRealDeps(), { most: 40 });
  expect(await readAll(byId)).toEqual(before);
  expect(await readAll(({ expiry_date }) => String(expiry_date))).toEqual(before);
  expect(await historyOf(ben)).toHaveLength(131);
});

it("an archived conversation is 404 for strangers, takes no message, and can be reported by both members", async () => {
  const [ann, ben, eve] = [
    await createOldMember("Ann"),
    await createOldMember("Ben"),
    await createOldMember("Eve"),
  ];
  const id = await createPast(ann, ben, 100);
  await archive();
  const paths = ["messages", "address"].map((part) => `/api/pairings/conversation/${id}/${part}`);
  for (const path of [...paths, `/api/blocks/conversation/${id}`, `/api/users/${ann.id}`]) {
    expect([path, (await callApi("GET", path, { token: eve.token })).status]).toEqual([path, 404]);
  }
  const past = await callApi("GET", `/api/pairings/past?before=${id}`, { token: eve.token });
  expect(past.status).toBe(400);
  const report = (token: string, userId: string, conversation_id?: string) =>
    callApi("POST", `/api/reports/${userId}`, { token, body: { reason: "spam", conversation_id } });
  expect((await report(eve.token, ann.id)).status).toBe(404);
  expect((await report(eve.token, ann.id, id)).status).toBe(404);
  expect(await isHot(id)).toBe(false);
  const path = `/api/pairings/conversation/${id}/messages`;
  const late = await callApi("POST", path, { token: ann.token, body: { content: "late" } });
  expect(late).toMatchObject({ status: 403, body: { code: "conversation_expired" } });
  await archive();
  expect((await report(ann.token, ben.id)).status).toBe(201);
  await archive();
  expect((await report(ben.token, ann.id, id)).status).toBe(201);
});

it("a block after the archiving shows the partner's name from then and keeps the pairing in the database", async () => {
  const [ann, ben] = [await createOldMember("Ann"), await createOldMember("Ben")];
  const id = await createPast(ann, ben, 100);
  await env.DB.prepare("update members set name = 'Renamed'").run();
  await archive();
  const blocked = await callApi("POST", `/api/blocks/${ben.id}`, { token: ann.token });
  expect(blocked).toMatchObject({ status: 201, body: { message: expect.stringContaining("Ben") } });
  await archive();
  expect(await isHot(id)).toBe(true);
  expect((await callApi("GET", "/api/blocks", { token: ann.token })).body).toMatchObject([
    { name: "Ben" },
  ]);
  const path = `/api/pairings/conversation/${id}/messages`;
  for (const { token } of [ann, ben]) {
    expect((await callApi("GET", path, { token })).body).toMatchObject({ isBlocked: true });
  }
  const { body } = await callApi<unknown[]>("GET", "/api/pairings/past", { token: ben.token });
  expect(body).toMatchObject([
    { conversation_id: id, partner_name: "Ann", partner_location: null },
  ]);
});

it("an address that is taken back during or after the archiving stays taken back", async () => {
  const [ann, ben] = [await createOldMember("Ann"), await createOldMember("Ben")];
  const id = await createPast(ann, ben, 100);
  const path = `/api/pairings/conversation/${id}/address`;
  const deps = createRealDeps();
  const keep: Deps["history"]["keep"] = async (...call) => {
    await deps.history.keep(...call);
    await callApi("DELETE", path, { token: ann.token });
  };
  await archive({ ...deps, history: { ...deps.history, keep } });
  expect([await isHot(id), await historyOf(ann), await historyOf(ben)]).toEqual([true, [], []]);
  await archive();
  expect(await isHot(id)).toBe(false);
  expect((await callApi("GET", path, { token: ben.token })).body).toMatchObject({ theirs: null });
  // The same holds for an address whose pairing has already left the database.
  await archive();
  await callApi("DELETE", path, { token: ben.token });
  await archive();
  expect((await callApi("GET", path, { token: ann.token })).body).toMatchObject({
    mine: null,
    theirs: null,
  });
});

it("a cron that starts while another archives a pairing leaves it in each history exactly once", async () => {
  const [ann, ben] = [await createOldMember("Ann"), await createOldMember("Ben")];
  const id = await createPast(ann, ben, 100);
  const deps = createRealDeps();
  let isFirst = true;
  const keep: Deps["history"]["keep"] = async (...call) => {
    await deps.history.keep(...call);
    if (isFirst) {
      isFirst = false;
      await archive();
    }
  };
  await archive({ ...deps, history: { ...deps.history, keep } });
  expect(await isHot(id)).toBe(false);
  const kept = [...(await historyOf(ann)), ...(await historyOf(ben))];
  expect(kept.map((pairing) => pairing.id)).toEqual([id, id]);
});

it("an archiving that breaks off neither loses nor doubles a pairing", async () => {
  const [ann, ben] = [await createOldMember("Ann"), await createOldMember("Ben")];
  await createPast(ann, ben, 100);
  await createPast(ben, ann, 101);
  const past = () => callApi("GET", "/api/pairings/past", { token: ann.token });
  const before = (await past()).body;
  const deps = createRealDeps();
  let calls = 0;
  const keep: Deps["history"]["keep"] = async (...call) => {
    if (++calls === 2) throw new Error("the process is dead");
    await deps.history.keep(...call);
  };
  const quiet = { ...logger, error: () => {} };
  await archive({ ...deps, logger: quiet, history: { ...deps.history, keep } });
  expect((await past()).body).toEqual(before);
  await endLease();
  // Both histories have the pairings by now, but the delete in the database fails.
  const prepare = (text: string) => {
    if (text.includes("delete from pairings")) throw new Error("the process is dead");
    return env.DB.prepare(text);
  };
  const db = { ...env.DB, prepare } as D1Database;
  await archive({ ...deps, logger: quiet, db });
  expect(await historyOf(ann)).toHaveLength(2);
  expect((await past()).body).toEqual(before);
  await endLease();
  await archive();
  expect((await past()).body).toEqual(before);
});

it.each(["ann", "ben"])(
  "when %s deletes the account, the archived conversation leaves its object and both histories",
  async (who) => {
    const [ann, ben] = [await createOldMember("Ann"), await createOldMember("Ben")];
    const id = await createPast(ann, ben, 100);
    const kept = await createPast(ann, await createOldMember("Cid"), 101);
    await archive();
    const [leaver, other] = who === "ann" ? [ann, ben] : [ben, ann];
    const { status } = await callApi("DELETE", "/api/users/account", {
      token: leaver.token,
      body: { password: "-" },
    });
    expect(status).toBe(200);
    await runDueJobs(createRealDeps());
    expect(await countJobs()).toBe(0);
    expect(await historyOf(leaver)).toEqual([]);
    const stored = await runInDurableObject(objectOf(conversationHome(id)), (_, { storage }) =>
      storage.sql.exec("select name from sqlite_master").toArray(),
    );
    expect(stored).toEqual([]);
    const left = (await historyOf(other)).map((pairing) => pairing.id);
    expect(left).toEqual(who === "ann" ? [] : [kept]);
    const past = await callApi<unknown[]>("GET", "/api/pairings/past", { token: other.token });
    expect(past.body).toHaveLength(left.length);
  },
);

it("a page of the history reads the same number of rows however long the history is", async () => {
  const [ann, ben] = [await createOldMember("Ann"), await createOldMember("Ben")];
  const measure = async () => {
    const { db, trips } = meterDatabase(env.DB);
    const deps = { ...createRealDeps(), db };
    const { listPast } = await import("~/core/pairing/service");
    const viewer = { memberId: ann.id } as Parameters<typeof listPast>[1];
    const { length } = await listPast(deps, viewer, {});
    return { length, rows: trips.reduce((sum, { rowsRead }) => sum + rowsRead, 0) };
  };
  const addYear = async (from: number) => {
    for (let daysAgo = from; daysAgo < from + 200; daysAgo += 2) {
      const expiresAt = MIDNIGHT - daysAgo * DAY_MS;
      await insertPairing({ one: ann, other: ben, startsAt: expiresAt - DAY_MS, expiresAt });
    }
    await archive();
  };
  await addYear(1);
  const young = await measure();
  await addYear(201);
  const older = await measure();
  await addYear(401);
  const oldest = await measure();
  expect([young.length, older.length, oldest.length]).toEqual([100, 100, 100]);
  expect(older.rows).toBe(young.rows);
  expect(oldest.rows).toBe(young.rows);
});
