import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { runPairing } from "~/core/pairing/run";
import { toUtcDate } from "~/core/shared/age";
import { callApi, emptyDatabase } from "../../support/api";
import { type SeededMember, seedMember } from "../../support/seed";
import { createTestDeps, listDayOffs, listPairs, listRuns } from "./support";

beforeEach(emptyDatabase);

const DAY = 86_400_000;

const keepAway = ({ token }: SeededMember, newcomers_away: unknown) =>
  callApi("PUT", "/api/users/profile", { token, body: { newcomers_away } });

const untilOf = async ({ token }: SeededMember) => {
  const { body } = await callApi("GET", "/api/users/me", { token });
  return (body as { newcomers_away_until: string | null }).newcomers_away_until;
};

const set = (member: SeededMember, column: string, value: number) =>
  env.DB.prepare(`update members set ${column} = ? where id = ?`).bind(value, member.id).run();

async function run(at = Date.now()) {
  await runPairing(createTestDeps(), { at, trigger: "cron" });
  const { id = "" } = (await listRuns()).find(({ date }) => date === toUtcDate(at)) ?? {};
  return { pairs: await listPairs({ runId: id }), dayOffs: await listDayOffs(id) };
}

it("the wish to meet no newer accounts lasts 30 days from the newest call, and false or null ends it", async () => {
  const member = await seedMember();
  expect(await untilOf(member)).toBeNull();
  const before = Date.now();
  expect((await keepAway(member, true)).status).toBe(200);
  const until = Date.parse((await untilOf(member)) ?? "");
  expect(until).toBeGreaterThanOrEqual(before + 30 * DAY);
  expect(until).toBeLessThanOrEqual(Date.now() + 30 * DAY);
  await set(member, "newcomers_away_since", before - 3 * DAY);
  await keepAway(member, true);
  const since = () =>
    env.DB.prepare("select newcomers_away_since as since from members").first<number>("since");
  expect(await since()).toBe(before - 3 * DAY);
  await set(member, "newcomers_away_until", before - 1);
  expect(await untilOf(member)).toBeNull();
  await keepAway(member, true);
  expect(await since()).toBeGreaterThanOrEqual(before);
  for (const end of [false, null]) {
    await keepAway(member, true);
    expect((await keepAway(member, end)).body).toMatchObject({ newcomers_away_until: null });
    expect(await since()).toBeNull();
  }
  const exported = await callApi("GET", "/api/users/export", { token: member.token });
  expect(exported.body).toMatchObject({ profile: { newcomers_away_until: null } });
});

it.each([["yes"], [1], [[]], [{}]])(
  "%j is refused as a wish to meet no newer accounts",
  async (wish) => {
    const member = await seedMember();
    expect(await keepAway(member, wish)).toMatchObject({
      status: 400,
      body: { errors: [{ path: "newcomers_away" }] },
    });
  },
);

it("a member who wishes to meet no newer accounts meets none that joined after the wish, but meets older ones", async () => {
  const now = Date.now();
  const [guarded, fresh] = [await seedMember(), await seedMember()];
  await keepAway(guarded, true);
  await set(fresh, "created_at", now + 1_000);
  expect((await run()).pairs).toEqual([]);
  await set(fresh, "created_at", now - 1_000);
  expect((await run(now + DAY)).pairs).toHaveLength(1);
});

it("an ended wish to meet no newer accounts keeps nobody away", async () => {
  const [guarded, fresh] = [await seedMember(), await seedMember()];
  await keepAway(guarded, true);
  await set(fresh, "created_at", Date.now() + 1_000);
  await set(guarded, "newcomers_away_until", Date.now() - 1);
  expect((await run()).pairs).toHaveLength(1);
});

it("with address confirmation, an account counts as newer if its first address was confirmed after the wish", async () => {
  const now = Date.now();
  const [guarded, fresh] = [await seedMember(), await seedMember()];
  await keepAway(guarded, true);
  await set(guarded, "email_verified_at", now - DAY);
  await set(fresh, "created_at", now - 9 * DAY);
  await set(fresh, "email_verified_at", now + 1_000);
  const deps = createTestDeps();
  const mail = { ...deps.mail, mustVerify: true };
  await runPairing({ ...deps, mail }, { at: now, trigger: "cron" });
  expect(await listPairs({ openAt: now })).toEqual([]);
});

it("a night lengthens the wait of members whom another's wish kept away, but not the wait of the member with the wish", async () => {
  const now = Date.now();
  const guarded = await seedMember({ gender: "Female", preferred_match_gender: "Male" });
  const men = await Promise.all(
    Array.from({ length: 3 }, () =>
      seedMember({ gender: "Male", preferred_match_gender: "Female" }),
    ),
  );
  await keepAway(guarded, true);
  for (const man of men) await set(man, "created_at", now + 1_000);
  const { pairs, dayOffs } = await run();
  expect(pairs).toEqual([]);
  expect(dayOffs).toHaveLength(4);
  const { results } = await env.DB.prepare("select id, waited from members").all<{
    id: string;
    waited: number;
  }>();
  const waits = new Map(results.map(({ id, waited }) => [id, waited]));
  expect(waits.get(guarded.id)).toBe(0);
  expect(men.map(({ id }) => waits.get(id))).toEqual([1, 1, 1]);
});

it("'Why no match' is the same with and without another member's wish", async () => {
  const [guarded, asker] = [await seedMember(), await seedMember()];
  for (let i = 0; i < 7; i++) {
    await seedMember({ gender: i < 6 ? "Male" : "Female", preferred_match_gender: "Female" });
  }
  const joined = Date.now() - 1_000;
  await set(asker, "created_at", joined);
  const ask = async (at: number) => {
    await run(at);
    return (await callApi("GET", "/api/pairings/today/why", { token: asker.token })).body;
  };
  await keepAway(guarded, true);
  await set(guarded, "newcomers_away_since", joined - 1_000);
  const withWish = await ask(Date.now());
  expect(withWish).toMatchObject({ paired: false, excludedBy: { gender: expect.anything() } });
  await env.DB.batch([
    env.DB.prepare("delete from pairings"),
    env.DB.prepare("delete from pairing_runs"),
    env.DB.prepare("delete from blocks"),
  ]);
  await keepAway(guarded, false);
  await env.DB.prepare(
    "insert into blocks (id, blocker_id, blocked_id, created_at) values ('b', ?, ?, 1)",
  )
    .bind(guarded.id, asker.id)
    .run();
  expect(await ask(Date.now())).toEqual(withWish);
});
