import { env } from "cloudflare:workers";
import { type Population, PopulationBuilder } from "@happenstance/matching";
import { beforeEach, expect, it } from "vitest";
import { countExclusions, type Exclusions } from "~/core/pairing/exclusions";
import { AGES } from "~/core/pairing/match-members";
import { toUtcDate } from "~/core/shared/age";
import { DISTANCE_TOLERANCE_KM } from "~/core/shared/constants";
import type { WhyNoMatchDto } from "~/core/shared/contract";
import { roundDegrees } from "~/core/shared/coordinates";
import { createDatabase } from "~/db/client";
import { findDayOff } from "~/db/pairing/day-offs";
import { insertSample, insertSnapshot, parseSnapshot } from "~/db/pairing/run-snapshots";
import { callApi, createMember, emptyDatabase, runCron } from "../../support/api";
import { meterDatabase } from "../../support/metered-db";

/** A seeded generator makes a failure repeatable. */
function createDice(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    below: (n: number) => Math.floor(next() * n),
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
    chance: (p: number) => next() < p,
    between: (low: number, high: number) => low + next() * (high - low),
  };
}

const GENDERS = ["Male", "Female", "Transgender", "Non-Binary", null] as const;

beforeEach(emptyDatabase);

function countByEngine(population: Population, index: number): Exclusions {
  const { ages, minimumAges, maximumAges, genders, preferences, limits, kilometres } =
    population.columns;
  const limit = kilometres[limits[index] as number] as number;
  const { located } = population;
  const counts = { considered: 0, gender: 0, age: 0, distance: 0, theirPreferences: 0 };
  for (let other = 0; other < population.size; other++) {
    if (other === index) continue;
    counts.considered++;
    const age = ages[other] as number;
    const wrong = {
      gender: preferences[index] !== 0 && preferences[index] !== genders[other],
      age: age < (minimumAges[index] as number) || age > (maximumAges[index] as number),
      distance:
        index < located &&
        !Number.isNaN(limit) &&
        (other >= located || population.distance(index, other) > limit),
    };
    for (const rule of ["gender", "age", "distance"] as const) if (wrong[rule]) counts[rule]++;
    const passes = !wrong.gender && !wrong.age && !wrong.distance;
    if (passes && !population.isCompatible(index, other)) counts.theirPreferences++;
  }
  return counts;
}

it("the exclusion counts of the stored snapshot equal those of the engine in memory", async () => {
  const dice = createDice(7);
  const now = Date.now();
  const today = toUtcDate(now);
  const builder = new PopulationBuilder({ date: today, ages: AGES });
  const rows = Array.from({ length: 120 }, (_, i) => {
    const located = dice.chance(0.7);
    const low = dice.chance(0.5) ? 18 + dice.below(30) : null;
    return {
      id: `why-${i}`,
      gender: dice.pick(GENDERS),
      preferred: dice.pick(GENDERS),
      // Some of the members are minors, who must not be considered.
      dob: toUtcDate(now - (16 * 365.25 + dice.below(70 * 365)) * 86_400_000),
      low,
      high: low === null ? null : low + 1 + dice.below(20),
      latitude: located ? dice.between(46, 49) : null,
      longitude: located ? dice.between(-1, 3) : null,
      distance: dice.chance(0.5) ? 5 * (1 + dice.below(60)) : null,
    };
  });
  const insert = env.DB.prepare(
    `insert into members (id, name, email, password_hash, dob, gender, preferred_match_gender, latitude,
       longitude, distance_preference, minimum_age_preference, maximum_age_preference, created_at)
     values (?, 'W', ? || '@example.org', 'x', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  await env.DB.batch(
    rows.map((r) =>
      insert.bind(
        r.id,
        r.id,
        r.dob,
        r.gender,
        r.preferred,
        r.latitude,
        r.longitude,
        r.distance,
        r.low,
        r.high,
        now - 1000,
      ),
    ),
  );
  await env.DB.batch([
    env.DB.prepare(
      `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at)
       values ('why-run', 'why-run', ?, 'admin', 'published', 0, 's', ?)`,
    ).bind(today, now),
    env.DB.prepare("insert into day_offs (run_id, member_id) select 'why-run', id from members"),
  ]);
  rows.forEach((r, key) => {
    builder.add({
      key,
      gender: r.gender,
      preferredMatchGender: r.preferred,
      dob: r.dob,
      minimumAge: r.low,
      maximumAge: r.high,
      // The run uses exact places. The counts use places that are rounded as a partner sees them.
      latitude: roundDegrees(r.latitude),
      longitude: roundDegrees(r.longitude),
      distance: r.distance === null ? null : r.distance + DISTANCE_TOLERANCE_KM,
      waited: 0,
    });
  });
  const population = builder.build();
  const db = createDatabase(env.DB);
  const run = { runId: "why-run", date: today, startedAt: now, mustVerify: false };
  await insertSnapshot(db, { ...run, parts: [0] });
  const { results } = await env.DB.prepare("select rowid as key from members").all<{
    key: number;
  }>();
  await insertSample(db, { ...run, keys: results.map(({ key }) => key) });
  let compared = 0;
  for (const [key, r] of rows.entries()) {
    const index = population.columns.keys.indexOf(key);
    const { paired, dayOff } = await findDayOff(db, { memberId: r.id, today, now });
    expect(paired).toBe(false);
    if (index < 0) {
      expect(dayOff).toBeNull();
      continue;
    }
    if (!dayOff) throw new Error("no day off");
    expect(countExclusions(dayOff), r.id).toEqual(countByEngine(population, index));
    compared++;
  }
  expect(compared).toBeGreaterThan(90);
});

it("a left-out member sees counts that no later change or block alters, and no count under five", async () => {
  const left = await createMember({ gender: "Male", preferred_match_gender: "Female" });
  for (let i = 0; i < 6; i++)
    await createMember({ gender: "Male", preferred_match_gender: "Male" });
  for (let i = 0; i < 6; i++)
    await createMember({ gender: "Female", preferred_match_gender: "Female" });
  await runCron();
  const why = () => callApi<WhyNoMatchDto>("GET", "/api/pairings/today/why", { token: left.token });
  const first = await why();
  expect(first.status).toBe(200);
  expect(first.body.paired).toBe(false);
  expect(first.body.excludedBy?.gender).toBe(6);
  expect(first.body.excludedBy?.distance).toBe("fewer than 5");
  await callApi("PUT", "/api/users/profile", {
    token: left.token,
    body: { minimum_age_preference: 60, maximum_age_preference: 61 },
  });
  expect((await why()).body).toEqual(first.body);
  const others = await env.DB.prepare("select id from members where id <> ? limit 3")
    .bind(left.id)
    .all<{ id: string }>();
  for (const { id } of others.results) {
    expect((await callApi("POST", `/api/blocks/${id}`, { token: left.token })).status).toBe(201);
  }
  expect((await why()).body).toEqual(first.body);
});

/**
 * Asks 'Why no match' as a member who prefers women, among `total` men of whom `far` live far away.
 * @returns how many members were considered, and how many of them distance excludes
 */
async function explainAmong(total: number, far: number) {
  await emptyDatabase();
  const asker = await createMember({ gender: "Male", preferred_match_gender: "Female" });
  const others = await Promise.all(
    Array.from({ length: total }, () => createMember({ gender: "Male" })),
  );
  const settle = env.DB.prepare(
    "update members set latitude = ?, longitude = 13.4, distance_preference = ? where id = ?",
  );
  await env.DB.batch([
    settle.bind(52.5, 5, asker.id),
    ...others.map(({ id }, i) => settle.bind(i < far ? 40 : 52.5, null, id)),
  ]);
  await runCron();
  const { body } = await callApi<WhyNoMatchDto>("GET", "/api/pairings/today/why", {
    token: asker.token,
  });
  return [body.considered, body.excludedBy?.distance];
}

it.each([
  [4, 4, ["fewer than 5", "fewer than 5"]],
  [5, 5, [10, "fewer than 5"]],
  [12, 12, [10, "fewer than 5"]],
  [12, 11, [10, "fewer than 5"]],
  [12, 8, [10, "fewer than 5"]],
  [12, 7, [10, 7]],
  [12, 5, [10, 5]],
  [12, 4, [10, "fewer than 5"]],
  [15, 10, [20, 10]],
])(
  "of %i considered members, the %i excluded are shown only if both groups have five or more",
  async (total, far, told) => {
    expect(await explainAmong(total, far)).toEqual(told);
  },
);

it("'Why no match' reveals no block, whether the blocked member is near or far", async () => {
  for (const latitude of [52.5, 45]) {
    await emptyDatabase();
    const target = await createMember();
    const others = await Promise.all(Array.from({ length: 30 }, () => createMember()));
    const askers = await Promise.all(
      Array.from({ length: 4 }, () => createMember({ gender: "Male" })),
    );
    const settle = env.DB.prepare("update members set latitude = ?, longitude = 4.8 where id = ?");
    await env.DB.batch([
      settle.bind(latitude, target.id),
      ...others.map(({ id }, i) => settle.bind(i < 15 ? 52.5 : 45, id)),
      ...askers.map(({ id }) => settle.bind(52.5, id)),
      // An age range that nobody satisfies leaves the askers out every night.
      ...askers.map(({ id }) =>
        env.DB.prepare(
          "update members set minimum_age_preference = 79, distance_preference = 5 where id = ?",
        ).bind(id),
      ),
    ]);
    const blocker = askers[1]?.token ?? "";
    const blocked = askers[2]?.id ?? "";
    expect((await callApi("POST", `/api/blocks/${target.id}`, { token: blocker })).status).toBe(
      201,
    );
    expect((await callApi("POST", `/api/blocks/${blocked}`, { token: target.token })).status).toBe(
      201,
    );
    await runCron();
    const answers = await Promise.all(
      askers.map(async ({ token }) => {
        const { body } = await callApi<WhyNoMatchDto>("GET", "/api/pairings/today/why", { token });
        return JSON.stringify(body);
      }),
    );
    expect(JSON.parse(answers[0] ?? "")).toMatchObject({
      considered: 30,
      excludedBy: { distance: latitude === 45 ? 16 : 15 },
    });
    expect(new Set(answers).size).toBe(1);
  }
});

it("'Why no match' counts distances by rounded places, so that the counts locate no member", async () => {
  const left = await createMember({ gender: "Male", preferred_match_gender: "Female" });
  const others = await Promise.all(Array.from({ length: 6 }, () => createMember()));
  const near = await Promise.all(Array.from({ length: 5 }, () => createMember()));
  const settle = env.DB.prepare(
    "update members set latitude = ?, longitude = ?, distance_preference = ? where id = ?",
  );
  const moveTo = (latitude: number) =>
    env.DB.batch([
      settle.bind(52.5, 13.4, 5, left.id),
      ...near.map(({ id }) => settle.bind(52.5, 13.4, null, id)),
      ...others.map(({ id }) => settle.bind(latitude, 13.4, null, id)),
    ]);
  const tooFar = async () => {
    await runCron();
    const { body } = await callApi<WhyNoMatchDto>("GET", "/api/pairings/today/why", {
      token: left.token,
    });
    await env.DB.batch(
      ["pairing_runs", "pairings"].map((table) => env.DB.prepare(`delete from ${table}`)),
    );
    return body.excludedBy?.distance;
  };
  // The limit is 5 km, and 10 km of tolerance are added. So a cell 11 km away is within the limit,
  // and a cell 22 km away is not.
  for (const [latitude, told] of [
    [52.5009, "fewer than 5"],
    [52.5511, "fewer than 5"],
    [52.6491, "fewer than 5"],
    [52.6511, 6],
    [52.7491, 6],
  ] as const) {
    await moveTo(latitude);
    expect([latitude, await tooFar()]).toEqual([latitude, told]);
  }
});

it("a member who deletes the account is no longer counted, even where the sample is cached", async () => {
  const left = await createMember({ gender: "Male", preferred_match_gender: "Female" });
  const others = await Promise.all(
    Array.from({ length: 7 }, () =>
      createMember({ gender: "Male", preferred_match_gender: "Male" }),
    ),
  );
  for (let i = 0; i < 6; i++) {
    await createMember({ gender: "Female", preferred_match_gender: "Female" });
  }
  await runCron();
  const tell = async () => {
    const path = "/api/pairings/today/why";
    const { body } = await callApi<WhyNoMatchDto>("GET", path, { token: left.token });
    return body.excludedBy?.gender;
  };
  expect([await tell(), await tell()]).toEqual([7, 7]);
  const { status } = await callApi("DELETE", "/api/users/account", {
    token: others[0]?.token ?? "",
  });
  expect(status).toBe(200);
  expect(await tell()).toBe(6);
});

it("the counts of a large run are scaled from a sample of ten thousand", async () => {
  const members = 12_000;
  // The men prefer women, and every third man is too old for the asker.
  await env.DB.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into members (id, name, email, password_hash, dob, gender, preferred_match_gender, created_at)
     select 'm' || i, 'W', 'm' || i || '@example.org', 'x', iif(i % 3 = 0, '1960-01-01', '1999-01-01'), 'Male', 'Female', 1 from n`,
  )
    .bind(members - 1)
    .run();
  const asker = await createMember({ gender: "Male", preferred_match_gender: "Female" });
  await env.DB.prepare(
    "update members set minimum_age_preference = 18, maximum_age_preference = 40 where id = ?",
  )
    .bind(asker.id)
    .run();
  await runCron();
  const { results } = await env.DB.prepare(
    "select part, content, run_id from run_snapshots order by part",
  ).all<{ part: number; content: string }>();
  const lines = results.map(({ content }) => parseSnapshot(content));
  expect(lines.map(({ length }) => length)).toEqual([10_000, 9_999, 2_001]);
  const today = toUtcDate(Date.now());
  const meter = meterDatabase(env.DB);
  const { dayOff } = await findDayOff(createDatabase(meter.db), {
    memberId: asker.id,
    today,
    now: Date.now(),
  });
  expect(dayOff?.sample).toEqual(lines[0]);
  expect(dayOff?.members).toBe(members);
  // The five rows are the run, the day off, the member and two rows of the snapshot.
  expect(meter.trips.map(({ rowsRead }) => rowsRead)).toEqual([5]);
  const { body } = await callApi<WhyNoMatchDto>("GET", "/api/pairings/today/why", {
    token: asker.token,
  });
  const old = lines[0]?.filter(({ age }) => age > 40).length ?? 0;
  expect(body).toEqual({
    paired: false,
    considered: 12_000,
    excludedBy: {
      gender: "fewer than 5",
      age: Number((old * 1.2).toPrecision(2)),
      distance: "fewer than 5",
      theirPreferences: "fewer than 5",
    },
  });
  expect(old * 1.2).toBeGreaterThan(3_800);
  expect(old * 1.2).toBeLessThan(4_200);
});

it("a run's snapshot has places with one decimal, rounded as partners see them", async () => {
  const degrees = [-33.8688, -33.75, -0.05, -0.04, 0.05, 13.35, 52.5244, 89.96];
  for (const latitude of degrees) {
    const { id } = await createMember();
    await env.DB.prepare("update members set latitude = ?1, longitude = ?1 where id = ?2")
      .bind(latitude, id)
      .run();
  }
  await runCron();
  const content = await env.DB.prepare("select content from run_snapshots").first<string>(
    "content",
  );
  const lines = parseSnapshot(content ?? "");
  const rounded = degrees.map((one) => roundDegrees(one));
  expect(lines.map(({ latitude }) => latitude)).toEqual(rounded);
  expect(lines.map(({ longitude }) => longitude)).toEqual(rounded);
});

it("only the newest run's snapshot is kept, and a deleted account's line is removed from it", async () => {
  const members = [await createMember(), await createMember(), await createMember()];
  const lines = async () => {
    const { results } = await env.DB.prepare("select run_id, content from run_snapshots").all<{
      run_id: string;
      content: string;
    }>();
    expect(new Set(results.map(({ run_id }) => run_id)).size).toBe(1);
    // One row has the lines of all members. The other row has the sample, which equals it because
    // there are so few members.
    const [content = "", ...others] = results.map((row) => row.content);
    expect(others).toEqual([content]);
    return content === "" ? [] : content.slice(1).split("\n");
  };
  await runCron();
  await runCron(1);
  const before = await lines();
  expect(before).toHaveLength(3);
  for (const [index, left] of [
    [1, [0, 2]],
    [0, [2]],
    [2, []],
  ] as const) {
    const { token } = members[index] ?? {};
    await callApi("DELETE", "/api/users/account", { ...(token ? { token } : {}) });
    expect(await lines()).toEqual(left.map((i) => before[i]));
  }
});

it("'Why no match' explains nothing to a member whom a run for tomorrow has paired", async () => {
  const left = await createMember();
  await runCron();
  const why = () => callApi<WhyNoMatchDto>("GET", "/api/pairings/today/why", { token: left.token });
  expect((await why()).body).toMatchObject({ paired: false, considered: "fewer than 5" });
  await createMember();
  await runCron(Date.now() + 86_400_000);
  expect((await why()).body).toEqual({ paired: true, considered: null, excludedBy: null });
});

it("'Why no match' explains nothing to a paired member or one who joined after the run", async () => {
  const nothing = { considered: null, excludedBy: null };
  const pair = [await createMember(), await createMember()];
  await runCron();
  const late = await createMember();
  const ask = (token: string) => callApi("GET", "/api/pairings/today/why", { token });
  const answers = await Promise.all(pair.map(({ token }) => ask(token)));
  expect(answers.map(({ body }) => body.paired)).toContain(true);
  expect((await ask(late.token)).body).toEqual({ paired: false, ...nothing });
});
