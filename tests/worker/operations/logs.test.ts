import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { storeZone } from "~/db/profile/profiles";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { callApi, createMember, grantAdmin, runCron, sendMessage } from "../../support/api";
import { expectLoggedError } from "../../support/fail-on-console";
import { pairMembers } from "../../support/pairs";

const SECRETS = {
  name: "Wilhelmina Quarterdeck",
  email: "wilhelmina.quarterdeck@example.org",
  password: "lantern-orchard-nineteen",
  bio: "collects brass doorknobs",
  location: "Little Snoring, Norfolk",
  dob: "1987-03-19",
  message: "meet me by the clock tower",
  details: "wanted my door key",
};

function captureLog(): () => string[] {
  const spies = (["info", "warn", "error", "log"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation(() => {}),
  );
  return () =>
    spies.flatMap((spy) => spy.mock.calls.map((call: unknown[]) => call.map(String).join(" ")));
}

it("the log has events as JSON, a failure with its request id, and no data of any member", async () => {
  const readLog = captureLog();
  expectLoggedError(/request\.failed/);

  const { name, email, password, dob, bio, location } = SECRETS;
  const ada = await createMember({ name, email, password, dob });
  const ben = await createMember();
  const { token } = ada;
  await callApi("PUT", "/api/users/profile", {
    token,
    body: { bio, location, latitude: 52.8567, longitude: 0.9012 },
  });
  await callApi("POST", "/api/auth/login", { body: { email, password: `${password}!` } });
  await callApi("POST", "/api/auth/login", { body: { email, password } });
  const conversation = await pairMembers(ada, ben);
  expect((await sendMessage(ada, conversation, SECRETS.message)).status).toBe(201);
  const reported = await callApi("POST", `/api/reports/${ada.id}`, {
    token: ben.token,
    body: { reason: "other", details: SECRETS.details, conversation_id: conversation },
  });
  expect(reported.status).toBe(201);
  await grantAdmin(ben);
  await callApi("GET", "/api/admin/pairings", { token: ben.token });
  await callApi("GET", "/api/admin/reports", { token: ben.token });
  await runCron(Date.now() + 86_400_000);
  // The message of an unexpected failure can quote the request's data.
  await env.DB.prepare("alter table blocks rename to blocks_away").run();
  const failed = await callApi("POST", `/api/blocks/${ada.id}`, { token: ben.token });
  await env.DB.prepare("alter table blocks_away rename to blocks").run();
  expect(failed.status).toBe(500);
  await callApi("DELETE", "/api/users/account", { token });

  const lines = readLog();
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({
      level: expect.stringMatching(/^(info|warn|error)$/),
      event: expect.stringMatching(/^[a-z_]+(\.[a-z_]+)+$/),
    });
  }
  const events = lines.map((line) => JSON.parse(line));
  expect(events).toContainEqual(
    expect.objectContaining({ event: "auth.signed_in", memberId: ada.id }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({ event: "auth.refused", code: "invalid_credentials" }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({ event: "request.refused", code: "invalid_credentials" }),
  );
  const failure = lines.find((line) => line.includes("request.failed"));
  expect(JSON.parse(failure ?? "{}").requestId).toBe(failed.headers.get("x-request-id"));
  const log = lines.join("\n").toLowerCase();
  const personal = [
    ...Object.values(SECRETS),
    "wilhelmina",
    "52.85",
    token,
    ben.email,
    ben.user.name,
  ];
  for (const words of personal)
    expect(log, `"${words}" in the log`).not.toContain(words.toLowerCase());
});

it("the logger leaves out the text of an error, which may quote anything", () => {
  const readLog = captureLog();
  expectLoggedError(/page\.failed/);
  createLogger({ requestId: "r" }).error(
    "page.failed",
    new TypeError(`no such member: ${SECRETS.email}`),
  );
  const [line] = readLog();
  expect(line).toContain('"error":"TypeError"');
  expect(line).not.toContain(SECRETS.email);
});

it("a statement that fails after the answer reports none of its values", async () => {
  const work: Promise<unknown>[] = [];
  const refuse = () => Promise.reject(new Error("D1_ERROR: no answer"));
  const failing = { bind: () => failing, all: refuse, run: refuse, raw: refuse };
  const DB = { prepare: () => failing, batch: refuse } as unknown as D1Database;
  const deps = createDeps(
    { ...env, DB },
    { logger: createLogger({}), defer: (one) => work.push(one) },
  );
  deps.defer(storeZone(deps.db, { memberId: SECRETS.name, zone: SECRETS.location }));
  const [report] = await Promise.allSettled(work);
  expect(report).toMatchObject({ status: "rejected" });
  const { message, stack } = (report as PromiseRejectedResult).reason as Error;
  expect(message).toBe("D1_ERROR: no answer");
  expect(stack).not.toContain(SECRETS.location);
});
