import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { confirmPassword } from "~/core/accounts/service";
import { authenticate } from "~/core/accounts/session";
import { AppError } from "~/core/shared/errors";
import { callApi, createMember, emptyDatabase, type TestMember } from "../../support/api";
import { countHashes } from "../../support/count-hashes";
import { createMailbox } from "../../support/mailbox";
import { createTestDeps } from "../pairing/support";

beforeEach(emptyDatabase);

const deps = createTestDeps();
const CLIENT = "127.0.0.1";

async function confirm({ token }: TestMember, password: string): Promise<string> {
  const viewer = await authenticate(deps, token);
  return confirmPassword(deps, viewer, CLIENT, { password }).then(
    () => "confirmed",
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
}

const reset = ({ token }: TestMember, currentPassword: string) =>
  callApi("POST", "/api/auth/reset-password", {
    token,
    body: { currentPassword, newPassword: "another fine day for tea" },
  });

it("after ten wrong passwords, confirming or changing the password computes no hash", async () => {
  const ada = await createMember();
  const answers = [];
  for (let i = 0; i < 10; i++) answers.push(await confirm(ada, "wrong"));
  expect(new Set(answers)).toEqual(new Set(["current_password_incorrect"]));
  const hashes = await countHashes(async () => {
    expect(await confirm(ada, "wrong")).toBe("too_many_requests");
    expect(await confirm(ada, ada.password)).toBe("too_many_requests");
    expect((await reset(ada, "wrong")).status).toBe(429);
    expect((await reset(ada, ada.password)).status).toBe(429);
  });
  expect(hashes).toBe(0);
});

it("a right password is accepted at most 30 times per minute, for confirmations and changes together", async () => {
  const ada = await createMember();
  const hashes = await countHashes(async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => confirm(ada, ada.password)));
    expect(answers.filter((answer) => answer === "confirmed")).toHaveLength(30);
    expect(answers.filter((answer) => answer === "too_many_requests")).toHaveLength(10);
    expect((await reset(ada, ada.password)).status).toBe(429);
  });
  expect(hashes).toBe(30);
});

it("changes of the e-mail address compute at most 30 hashes, even if the new address is the old one", async () => {
  const { call } = createMailbox();
  const ada = await createMember();
  const change = async (email: string) =>
    (
      await call("PUT", "/api/account/email", {
        token: ada.token,
        body: { email, password: ada.password },
      })
    ).status;
  const hashes = await countHashes(async () => {
    const statuses = [];
    for (let i = 0; i < 33; i++) statuses.push(await change(ada.email));
    expect(statuses).toEqual([...Array(30).fill(400), ...Array(3).fill(429)]);
  });
  expect(hashes).toBe(30);
  await env.DB.prepare("delete from rate_windows").run();
  for (let i = 0; i < 5; i++) expect(await change(`ada-${i}@example.org`)).toBe(200);
  expect(await countHashes(async () => expect(await change("ada-6@example.org")).toBe(429))).toBe(
    0,
  );
});
