import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { action } from "~/app/routes/conversations";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { callApi, emptyDatabase, grantAdmin } from "../../support/api";
import { createPair } from "../../support/pairs";

beforeEach(emptyDatabase);

/** @returns the status and errors of the form 'End them and pair again' */
async function reset(token: string, isLocal: boolean, confirm?: string) {
  const deps = createDeps(env, { logger: createLogger({}), defer: () => undefined });
  const context = { deps, config: { isLocal }, address: "127.0.0.1", retryAfter: null };
  const fields = { intent: "trigger-pairings", ...(confirm === undefined ? {} : { confirm }) };
  const request = new Request("https://happenstance.test/conversations", {
    method: "POST",
    headers: { cookie: `__Host-session=${token}` },
    body: new URLSearchParams(fields),
  });
  const asked = { request, context, params: {} } as unknown as Parameters<typeof action>[0];
  const answer = await action(asked);
  if (answer instanceof Response) return { status: answer.status, errors: null };
  return { status: answer.init?.status, errors: (answer.data as { errors: unknown }).errors };
}

it("a reset requires the admin to type today's date, except on a local server", async () => {
  const { one, conversationId } = await createPair();
  await grantAdmin(one);
  const read = async () => {
    const { body } = await callApi("GET", "/api/pairings/current", { token: one.token });
    return (body as { conversation: { id: string } }).conversation.id;
  };
  const today = new Date().toISOString().slice(0, 10);
  for (const confirm of [undefined, "", "yes", "2020-01-01", `${today} `]) {
    const answer = await reset(one.token, false, confirm);
    // The error of a missing field is shown for the whole form.
    const field = confirm === undefined ? "" : "confirm";
    const errors = { [field]: `Type ${today}, today’s date in UTC` };
    expect([confirm, answer]).toEqual([confirm, { status: 400, errors }]);
  }
  expect(await read()).toBe(conversationId);
  expect((await reset(one.token, false, today)).status).toBe(302);
  expect(await read()).not.toBe(conversationId);
  expect((await reset(one.token, true)).status).toBe(302);
});
