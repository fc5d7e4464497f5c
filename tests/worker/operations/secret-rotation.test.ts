import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createMember, type TestMember } from "../../support/api";
import worker from "../../support/test-worker";

type IncomingRequest = Parameters<typeof worker.fetch>[0];

const OLD = env.SESSION_SECRET;
const NEW = "the-secret-after-the-rotation-0123456789abcdef";

/** Asks who a token is under the secrets of some moment of the rotation. */
async function askMe(token: string, secrets: Record<string, string>): Promise<number> {
  const context = createExecutionContext();
  const request = new Request("http://happenstance.test/api/users/me", {
    headers: { authorization: `Bearer ${token}` },
  });
  const response = await worker.fetch(request as IncomingRequest, { ...env, ...secrets }, context);
  await response.text();
  await waitOnExecutionContext(context);
  return response.status;
}

async function signIn({ email, password }: TestMember, secrets: Record<string, string>) {
  const context = createExecutionContext();
  const request = new Request("http://happenstance.test/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const response = await worker.fetch(request as IncomingRequest, { ...env, ...secrets }, context);
  const { token } = (await response.json()) as { token: string };
  await waitOnExecutionContext(context);
  return token;
}

it("signs no one out while the previous secret is kept, and everyone of before once it is dropped", async () => {
  const ada = await createMember();
  const before = { SESSION_SECRET: OLD };
  const during = { SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: OLD };
  const after = { SESSION_SECRET: NEW, SESSION_SECRET_PREVIOUS: "" };
  expect(await askMe(ada.token, before)).toBe(200);
  expect(await askMe(ada.token, during)).toBe(200);
  const fresh = await signIn(ada, during);
  expect(await askMe(fresh, during)).toBe(200);
  // The new secret signs: a Worker that knows the old one only refuses it.
  expect(await askMe(fresh, before)).toBe(401);
  expect(await askMe(fresh, after)).toBe(200);
  expect(await askMe(ada.token, after)).toBe(401);
});
