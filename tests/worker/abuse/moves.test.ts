import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { callApi } from "../../support/api";
import { seedMember } from "../../support/seed";

const START = Date.UTC(2026, 5, 15, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

const place = (index: number) => ({ latitude: 40 + index, longitude: 10 });

async function createMover() {
  const { token } = await seedMember();
  return {
    capture: (index: number) =>
      callApi("PUT", "/api/users/location", {
        token,
        body: { ...place(index), location: "There" },
      }),
    edit: (body: object) => callApi("PUT", "/api/users/profile", { token, body }),
    read: async () => (await callApi("GET", "/api/users/me", { token })).body,
  };
}

it("a member can change place ten times per day, whichever call they use", async () => {
  const { capture, edit, read } = await createMover();
  for (let i = 0; i < 10; i++) {
    expect((await (i % 2 ? capture(i) : edit({ bio: `day ${i}`, ...place(i) }))).status).toBe(200);
    vi.setSystemTime(START + i * 60_000);
  }
  const before = await read();
  const refused = await edit({ bio: "elsewhere", ...place(20) });
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: "too_many_requests",
      message: "You have changed your location many times today. Please try again in 24 hours.",
    },
  });
  expect(refused.headers.get("retry-after")).toBe(String(24 * 3600 - 9 * 60));
  expect((await capture(21)).status).toBe(429);
  expect(await read()).toEqual(before);
  expect((await edit({ bio: "here" })).status).toBe(200);
  expect((await edit({ bio: "still here", ...place(9) })).body).toMatchObject({
    bio: "still here",
    ...place(9),
  });
  expect((await edit({ latitude: null, longitude: null })).status).toBe(200);
  expect((await capture(9)).status).toBe(429);
  vi.setSystemTime(START + 24 * 3600_000);
  expect((await capture(9)).status).toBe(200);
});

it("neither saving the same place nor a refused edit counts as a change of place", async () => {
  const { capture, edit } = await createMover();
  for (let i = 0; i < 15; i++) {
    expect((await edit({ latitude: 48.1, longitude: 11.6 })).status).toBe(200);
    expect((await edit({ latitude: 48.1, longitude: 11.6 })).status).toBe(200);
    expect((await edit({ ...place(i), minimum_age_preference: 90 })).status).toBe(400);
  }
  for (let i = 0; i < 9; i++) expect((await capture(i)).status).toBe(200);
  expect((await capture(9)).status).toBe(429);
});

it("at most ten of many parallel changes of place are accepted", async () => {
  const { capture } = await createMover();
  const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => capture(i)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
});
