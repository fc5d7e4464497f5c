import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { BOUNDS } from "~/core/accounts/bounds";
import { callApi, grantAdmin } from "../../support/api";
import { apiCalls } from "../../support/api-calls";
import { fillWindow } from "../../support/rate-windows";
import { seedMember } from "../../support/seed";

const counted = apiCalls.flatMap((call) =>
  typeof call.limit === "string" && call.limit !== "fence"
    ? [[call.route, call.limit, call] as const]
    : [],
);

const countsOf = async (memberId: string) => {
  const { results } = await env.DB.prepare(
    "select key, count from rate_windows where member_id = ? order by key",
  )
    .bind(memberId)
    .all<{ key: string; count: number }>();
  return Object.fromEntries(results.map(({ key, count }) => [key.split(":")[0], count]));
};

it.each(counted)(
  "%s counts towards the bound %s, and past the bound even an invalid body gets 429",
  async (_, bound, call) => {
    const member = await seedMember();
    await grantAdmin(member);
    const other = await seedMember();
    const path = call.path.replace("{userId}", other.id).replace("{id}", "none");
    const ask = (token = member.token) =>
      callApi(call.method.toUpperCase(), path, {
        token,
        ...(call.method === "get" ? {} : { body: { latitude: "no body of any call" } }),
      });
    expect((await ask()).status).not.toBe(429);
    expect(await countsOf(member.id)).toMatchObject({
      [`${bound}-minute`]: 1,
      [`${bound}-day`]: 1,
    });
    for (const window of ["minute", "day"] as const) {
      const { limit, refusal } = BOUNDS[bound][window];
      await fillWindow(member.id, bound, window, limit);
      const refused = await ask();
      expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
      expect(String(refused.body.message)).toContain(refusal);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      await fillWindow(member.id, bound, window, 1);
    }
    expect((await ask()).status).not.toBe(429);
    expect((await ask(other.token)).status).not.toBe(429);
    expect((await ask("not.a.token")).status).toBe(401);
  },
);

it("parallel requests can't exceed a bound", async () => {
  const { id, token } = await seedMember();
  await fillWindow(id, "blocks", "minute", BOUNDS.blocks.minute.limit - 5);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => callApi("DELETE", "/api/blocks/nobody", { token })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
});

it("a member's ordinary day stays within the bounds", async () => {
  const { token } = await seedMember();
  const statuses = new Set<number>();
  const call = async (method: string, path: string, body?: unknown) =>
    statuses.add((await callApi(method, path, { token, body })).status);
  for (let i = 0; i < 40; i++) await call("PUT", "/api/users/profile", { bio: `line ${i}` });
  for (let i = 0; i < 60; i++) await call("GET", "/api/geo/cities?query=ber");
  for (let i = 0; i < 30; i++) await call("GET", "/api/pairings/today/why");
  for (let i = 0; i < 5; i++) await call("GET", "/api/users/export");
  for (let i = 0; i < 9; i++) {
    await call("PUT", "/api/users/location", { latitude: i, longitude: i, location: "There" });
  }
  expect([...statuses]).toEqual([200]);
});
