import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PROOF_LIFE_MS } from "~/core/shared/constants";
import { createApp } from "~/worker/app";
import { callApi, createMember, createRegistration, emptyDatabase } from "../../support/api";
import { seedMember } from "../../support/seed";

beforeEach(emptyDatabase);
afterEach(() => void vi.useRealTimers());

const app = createApp(async () => new Response(null, { status: 404 }));
const ONE = "203.0.113.7";
const OTHER = "203.0.113.8";

/** Calls a deployed Worker, which requires a proof above the threshold. */
async function call(path: string, body: unknown, address = ONE) {
  const context = createExecutionContext();
  const origin = { ...env, ORIGIN: "https://happenstance.test" };
  const { status, body: answer } = await callApi<{ code?: string; challenge?: Challenge }>(
    "POST",
    path,
    { body, headers: { "cf-connecting-ip": address } },
    async (request) =>
      app.fetch(new Request(request.url.replace("http:", "https:"), request), origin, context),
  );
  await waitOnExecutionContext(context);
  return { status, ...answer };
}

const register = (proof?: string, address = ONE) =>
  call(
    "/api/auth/register",
    { ...createRegistration(), ...(proof === undefined ? {} : { proof }) },
    address,
  );

const fill = (key: string, events: number) =>
  env.DB.prepare("update rate_windows set count = ? where key like ?")
    .bind(events, `${key}:%`)
    .run();

async function solve(challenge: Challenge | undefined, change: object = {}): Promise<string> {
  if (!challenge) throw new Error("no challenge");
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge: { ...challenge, ...change }, solution }));
}

it("above the threshold, a registration needs a proof, which is accepted once and only from its own address", async () => {
  for (let i = 0; i < 5; i++) expect((await register()).status).toBe(201);
  const refused = await register();
  expect(refused).toMatchObject({ status: 403, code: "proof_required" });
  const proof = await solve(refused.challenge);
  expect((await register(proof)).status).toBe(201);
  const again = await register(proof);
  expect(again).toMatchObject({ status: 403, code: "proof_required" });
  await register(undefined, OTHER);
  await fill("registration", 5);
  const second = await solve(again.challenge);
  expect(await register(second, OTHER)).toMatchObject({ code: "proof_required" });
  const statuses = await Promise.all([register(second), register(second), register(second)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  for (const nonsense of [
    "",
    "x",
    btoa("{}"),
    btoa("null"),
    btoa(JSON.stringify({ challenge: 1 })),
  ]) {
    expect(await register(nonsense)).toMatchObject({ status: 403, code: "proof_required" });
  }
});

it("a challenge is accepted until it expires, and then a new one is required", async () => {
  await register();
  await fill("registration", 5);
  const start = Date.now();
  const [first, second] = [(await register()).challenge, (await register()).challenge];
  const [inTime, late] = [await solve(first), await solve(second)];
  vi.useFakeTimers({ toFake: ["Date"], now: start + PROOF_LIFE_MS - 1_000 });
  expect((await register(inTime)).status).toBe(201);
  vi.setSystemTime(start + PROOF_LIFE_MS + 2_000);
  const refused = await register(late);
  expect(refused).toMatchObject({ status: 403, code: "proof_required" });
  // Deletes the record that the first challenge was used. The challenge is still refused, because
  // it has expired.
  await env.DB.prepare("delete from rate_windows where key like 'proof:%'").run();
  expect((await register(inTime)).status).toBe(403);
  expect((await register(await solve(refused.challenge))).status).toBe(201);
});

it("a challenge that is changed, not solved, or mixed with another one is refused", async () => {
  await register();
  await fill("registration", 5);
  const ask = async () => (await register()).challenge as Challenge;
  const challenge = await ask();
  const { parameters } = challenge;
  for (const change of [
    { parameters: { ...parameters, expiresAt: Number(parameters.expiresAt) + 3600 } },
    { parameters: { ...parameters, expiresAt: undefined } },
    { parameters: { ...parameters, cost: 1 } },
    { parameters: { ...parameters, nonce: "00".repeat(16) } },
    { parameters: { ...parameters, keySignature: "00".repeat(32) } },
    { parameters: { ...parameters, keySignature: undefined, keyPrefix: "" } },
    { parameters: { ...parameters, data: {} } },
    { signature: "00".repeat(32) },
  ]) {
    expect(await register(await solve(challenge, change))).toMatchObject({ status: 403 });
  }
  const unsolved = { challenge, solution: { counter: 1, derivedKey: "00".repeat(32), time: 1 } };
  expect(await register(btoa(JSON.stringify(unsolved)))).toMatchObject({ status: 403 });
  const [one, two] = [await ask(), await ask()];
  const solutionOf = async (given: Challenge) => JSON.parse(atob(await solve(given))).solution;
  for (const mixed of [
    { challenge: one, solution: await solutionOf(two) },
    { challenge: { ...one, signature: two.signature }, solution: await solutionOf(one) },
    { challenge: { ...two, parameters: one.parameters }, solution: await solutionOf(one) },
  ]) {
    expect(await register(btoa(JSON.stringify(mixed)))).toMatchObject({ status: 403 });
  }
  expect((await register(await solve(challenge))).status).toBe(201);
});

it("a proof for a sign-in is refused for a registration, and stays valid", async () => {
  const ada = await seedMember();
  const signIn = (password: string, proof?: string) =>
    call("/api/auth/login", { email: ada.email, password, ...(proof ? { proof } : {}) });
  await signIn("wrong");
  await fill("failed-sign-in-address", 20);
  const { challenge } = await signIn("wrong");
  await register();
  await fill("registration", 5);
  const proof = await solve(challenge);
  expect(await register(proof)).toMatchObject({ status: 403, code: "proof_required" });
  expect((await signIn("wrong", proof)).status).toBe(401);
});

it("a sign-in needs a proof after 20 failures from its address, but not after nine", async () => {
  const ada = await seedMember();
  const signIn = (password: string, proof?: string) =>
    call("/api/auth/login", { email: ada.email, password, ...(proof ? { proof } : {}) });
  for (let i = 0; i < 9; i++) expect((await signIn("wrong")).status).toBe(401);
  await fill("failed-sign-in-address", 20);
  const refused = await signIn("wrong");
  expect(refused).toMatchObject({ status: 403, code: "proof_required" });
  expect((await signIn("wrong", await solve(refused.challenge))).status).toBe(401);
});

it("after 20 failures with an e-mail, a sign-in needs a proof even from a known network", async () => {
  const ada = await createMember();
  const signIn = (address: string, password = "wrong") =>
    call("/api/auth/login", { email: ada.email, password }, address);
  expect((await signIn(ONE, ada.password)).status).toBe(200);
  await signIn(OTHER);
  await env.DB.prepare("update rate_windows set count = 20 where key like '%:all'").run();
  for (const address of [ONE, OTHER, "198.51.100.9"]) {
    expect(await signIn(address)).toMatchObject({ status: 403, code: "proof_required" });
  }
});

it("all /64s of an IPv6 /48 need proofs once the /48 is above its threshold", async () => {
  const line = (i: number) => `2001:db8:1:${i}::1`;
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push((await register(undefined, line(i))).status);
  expect(statuses).toEqual([...Array(10).fill(201), 403, 403]);
  expect((await register(undefined, "2001:db8:2:1::1")).status).toBe(201);
  const refused = await register(undefined, line(20));
  expect((await register(await solve(refused.challenge), line(20))).status).toBe(201);

  const signIn = (i: number, address = line(i)) =>
    call("/api/auth/login", { email: `nobody-${i}@example.org`, password: "wrong" }, address);
  for (let i = 0; i < 2; i++) expect((await signIn(i)).status).toBe(401);
  // Each /64 has its own counter. Only the counter of the /48 counted both requests.
  await env.DB.prepare(
    "update rate_windows set count = 39 where key like 'failed-sign-in-address:%' and count = 2",
  ).run();
  expect((await signIn(2)).status).toBe(401);
  expect(await signIn(3)).toMatchObject({ status: 403, code: "proof_required" });
  expect((await signIn(3, "2001:db8:2:1::1")).status).toBe(401);
});

it("neither an API client on a local server nor a loopback address needs a proof", async () => {
  await callApi("POST", "/api/auth/register", {
    body: createRegistration(),
    headers: { "cf-connecting-ip": ONE },
  });
  await fill("registration", 19);
  const last = { body: createRegistration(), headers: { "cf-connecting-ip": ONE } };
  expect((await callApi("POST", "/api/auth/register", last)).status).toBe(201);
  for (let i = 0; i < 7; i++) expect((await register(undefined, "127.0.0.1")).status).toBe(201);
});
