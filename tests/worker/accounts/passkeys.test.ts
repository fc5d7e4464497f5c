import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import {
  beginAddingPasskey,
  beginConfirmingByPasskey,
  beginPasskeySignIn,
  confirmPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  addPasskey as storePasskey,
} from "~/core/accounts/passkeys";
import { addPasskeySchema, provePasskeySchema } from "~/core/accounts/schemas";
import { confirmPassword as checkPassword, isPasswordConfirmed } from "~/core/accounts/service";
import { authenticate } from "~/core/accounts/session";
import { exportCase } from "~/core/moderation/reports";
import { MS_PER_HOUR } from "~/core/shared/constants";
import { parseInput } from "~/core/shared/parse";
import {
  callApi,
  createMember,
  emptyDatabase,
  grantAdmin,
  type TestMember,
} from "../../support/api";
import {
  type Authenticator,
  createAuthenticator,
  type Lie,
  newKey,
} from "../../support/authenticator";
import { createTestDeps } from "../pairing/support";

const ORIGIN = "https://happenstance.test";
const CLIENT = "192.0.2.7";

beforeEach(emptyDatabase);

const deps = createTestDeps();

const view = ({ token }: Pick<TestMember, "token">) => authenticate(deps, token);
const parseProof = (passkey: string) => parseInput(provePasskeySchema, { passkey });

async function confirmPassword(member: TestMember) {
  await checkPassword(deps, await view(member), CLIENT, { password: member.password });
  return view(member);
}

async function addPasskey(
  member: TestMember,
  authenticator?: Authenticator,
): Promise<Authenticator> {
  const made = authenticator ?? (await createAuthenticator(ORIGIN));
  const viewer = await confirmPassword(member);
  const options = await beginAddingPasskey(deps, viewer, ORIGIN);
  const input = parseInput(addPasskeySchema, {
    name: "Key",
    passkey: await made.register(options),
  });
  await storePasskey(deps, viewer, ORIGIN, input);
  return made;
}

async function signIn(authenticator: Authenticator, lie?: Lie) {
  const options = await beginPasskeySignIn(deps, CLIENT, ORIGIN);
  const input = parseProof(await authenticator.prove(options, lie));
  return signInByPasskey(deps, CLIENT, ORIGIN, input);
}

async function confirm(member: Pick<TestMember, "token">, authenticator: Authenticator) {
  const options = await beginConfirmingByPasskey(deps, await view(member), ORIGIN);
  const input = parseProof(await authenticator.prove(options));
  await confirmPasskey(deps, await view(member), ORIGIN, input);
}

const refused = { code: "passkey_refused" };
const lastRefusal = () =>
  deps.entries.filter(({ event }) => event === "passkey.refused").at(-1)?.fields;

describe("a member's passkeys", () => {
  it("a member adds, uses, renames and removes a passkey", async () => {
    const ada = await createMember();
    const key = await addPasskey(ada);
    const { user, token } = await signIn(key);
    expect(user.id).toBe(ada.id);
    expect((await callApi("GET", "/api/users/me", { token })).status).toBe(200);

    const [listed] = await listPasskeys(deps, await view(ada));
    expect(listed).toMatchObject({ name: "Key", is_backed_up: false });
    expect(listed?.last_used_at).not.toBeNull();
    const passkeyId = listed?.passkey_id ?? "";
    await renamePasskey(deps, await view(ada), { passkeyId, name: "Phone" });
    expect(await listPasskeys(deps, await view(ada))).toMatchObject([{ name: "Phone" }]);

    await removePasskey(deps, await view(ada), { passkeyId });
    await expect(signIn(key)).rejects.toMatchObject(refused);
    expect(lastRefusal()).toEqual({ why: "unknown" });
  });

  it("adding or removing a passkey needs a password confirmed within the last hour, or a sign-in by passkey", async () => {
    const ada = await createMember();
    const notYet = { code: "password_required" };
    await expect(beginAddingPasskey(deps, await view(ada), ORIGIN)).rejects.toMatchObject(notYet);
    await addPasskey(ada);
    const [listed] = await listPasskeys(deps, await view(ada));
    const later = await view(ada);
    later.reauthenticatedAt = Date.now() - MS_PER_HOUR;
    const passkeyId = listed?.passkey_id ?? "";
    await expect(removePasskey(deps, later, { passkeyId })).rejects.toMatchObject(notYet);
    // A sign-in by passkey needs no password, because the passkey verified its owner.
    const key = await addPasskey(ada);
    const { token } = await signIn(key);
    await removePasskey(deps, await view({ token }), { passkeyId });
  });

  it("only the member who added a passkey can rename, remove or use it", async () => {
    const [ada, ben] = [await createMember(), await createMember()];
    const key = await addPasskey(ada);
    await addPasskey(ben);
    const [listed] = await listPasskeys(deps, await view(ada));
    const passkeyId = listed?.passkey_id ?? "";
    const unknown = { code: "passkey_not_found" };
    const stranger = await view(ben);
    await expect(renamePasskey(deps, stranger, { passkeyId, name: "x" })).rejects.toMatchObject(
      unknown,
    );
    await expect(removePasskey(deps, stranger, { passkeyId })).rejects.toMatchObject(unknown);
    await expect(confirm(ben, key)).rejects.toMatchObject(refused);
    expect(lastRefusal()).toEqual({ why: "other_member" });
    await expect(addPasskey(ben, key)).rejects.toMatchObject(refused);
  });

  it("a member has at most ten passkeys, even if twelve are added in parallel", async () => {
    const ada = await createMember();
    const viewer = await confirmPassword(ada);
    const answers: string[] = [];
    for (let i = 0; i < 12; i++) {
      const made = await createAuthenticator(ORIGIN);
      const options = await beginAddingPasskey(deps, viewer, ORIGIN);
      answers.push(await made.register(options));
      // A session keeps only one challenge per purpose. So each challenge gets a purpose of its own
      // until all are created.
      await env.DB.prepare("update passkey_challenges set purpose = 'kept-' || ?").bind(i).run();
    }
    await env.DB.prepare("update passkey_challenges set purpose = 'register'").run();
    const added = await Promise.allSettled(
      answers.map((passkey) =>
        storePasskey(deps, viewer, ORIGIN, parseInput(addPasskeySchema, { name: "Key", passkey })),
      ),
    );
    expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await listPasskeys(deps, viewer)).toHaveLength(10);
  });

  it("deleting an account deletes its passkeys", async () => {
    const ada = await createMember();
    const key = await addPasskey(ada);
    await callApi("DELETE", "/api/users/account", { token: ada.token });
    await expect(signIn(key)).rejects.toMatchObject(refused);
    const left = await env.DB.prepare("select count(*) as n from passkeys").first("n");
    expect(left).toBe(0);
  });

  it("a suspended member can sign in by passkey and read their standing", async () => {
    const ada = await createMember();
    const key = await addPasskey(ada);
    const admin = await createMember();
    await grantAdmin(admin);
    const body = { kind: "suspend", days: 3, reason: "spam", text: "Advertising." };
    await callApi("POST", `/api/admin/members/${ada.id}/actions`, { token: admin.token, body });
    const { token } = await signIn(key);
    const { status, body: answer } = await callApi("GET", "/api/pairings/current", { token });
    expect([status, answer.code]).toEqual([403, "suspended"]);
    expect((await callApi("GET", "/api/account/standing", { token })).status).toBe(200);
  });
});

describe("an invalid passkey answer", () => {
  it.each<[string, () => Promise<Lie>]>([
    ["for another site", async () => ({ origin: "https://other.test" })],
    ["with another key", async () => ({ key: (await newKey()).privateKey })],
    ["without its owner verified", async () => ({ unverified: true })],
    ["for another member", async () => ({ userHandle: "c29tZW9uZQ" })],
  ])("a passkey answer %s signs no one in", async (_, lie) => {
    const key = await addPasskey(await createMember());
    await expect(signIn(key, await lie())).rejects.toMatchObject(refused);
    expect(lastRefusal()).toEqual({ why: "unproven" });
  });

  it("a passkey answer signs in only if its counter is higher than the last one", async () => {
    const key = await addPasskey(await createMember());
    await signIn(key, { counter: 41 });
    await expect(signIn(key, { counter: 41 })).rejects.toMatchObject(refused);
    await expect(signIn(key, { counter: 7 })).rejects.toMatchObject(refused);
    await signIn(key, { counter: 42 });
  });

  it("a passkey answer that is sent three times in parallel signs in once", async () => {
    const key = await addPasskey(await createMember());
    const options = await beginPasskeySignIn(deps, CLIENT, ORIGIN);
    const input = parseProof(await key.prove(options));
    const both = await Promise.allSettled(
      [1, 2, 3].map(() => signInByPasskey(deps, CLIENT, ORIGIN, input)),
    );
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("a passkey answer needs an unexpired challenge of the same session and purpose", async () => {
    const ada = await createMember();
    const key = await addPasskey(ada);
    const viewer = await view(ada);
    const forConfirming = await beginConfirmingByPasskey(deps, viewer, ORIGIN);
    const signingIn = parseProof(await key.prove(forConfirming));
    await expect(signInByPasskey(deps, CLIENT, ORIGIN, signingIn)).rejects.toMatchObject(refused);

    const ofThisSession = await beginConfirmingByPasskey(deps, viewer, ORIGIN);
    const { token } = await signIn(key);
    const elsewhere = parseProof(await key.prove(ofThisSession));
    await expect(
      confirmPasskey(deps, await view({ token }), ORIGIN, elsewhere),
    ).rejects.toMatchObject(refused);

    const old = await beginPasskeySignIn(deps, CLIENT, ORIGIN);
    await env.DB.prepare("update passkey_challenges set expires_at = ?").bind(Date.now()).run();
    const late = parseProof(await key.prove(old));
    await expect(signInByPasskey(deps, CLIENT, ORIGIN, late)).rejects.toMatchObject(refused);
    const { challenge: _, ...none } = await beginPasskeySignIn(deps, CLIENT, ORIGIN);
    const without = parseProof(await key.prove(none));
    await expect(signInByPasskey(deps, CLIENT, ORIGIN, without)).rejects.toMatchObject(refused);
  });

  it("a malformed passkey answer is refused as invalid input", () => {
    const odd = ["", "{}", "null", "[1]", JSON.stringify({ id: "a b" }), "x".repeat(30_000)];
    for (const passkey of odd) {
      expect(() => parseProof(passkey)).toThrow(expect.objectContaining({ code: "invalid_input" }));
    }
  });

  it("an address gets 60 sign-in challenges, and further ones are refused and not stored", async () => {
    const ask = () => beginPasskeySignIn(deps, CLIENT, ORIGIN);
    const asked = await Promise.allSettled(Array.from({ length: 64 }, ask));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(60);
    await expect(ask()).rejects.toMatchObject({ code: "too_many_requests" });
    const stored = await env.DB.prepare("select count(*) as n from passkey_challenges").first("n");
    expect(stored).toBe(60);
  });
});

describe("an admin who opens evidence", () => {
  async function setUp() {
    const [admin, ada, ben] = [await createMember(), await createMember(), await createMember()];
    await grantAdmin(admin);
    await env.DB.prepare(
      `insert into reports (id, reporter_id, reported_id, reason, evidence, created_at)
       values ('report', ?, ?, 'spam', '[]', 1)`,
    )
      .bind(ada.id, ben.id)
      .run();
    return admin;
  }
  const LOOKS = ["/api/admin/reports/report", "/api/admin/reports?evidence=1"];
  const look = async (path: string, { token }: Pick<TestMember, "token">) => {
    const { status, body } = await callApi<{ code?: string }>("GET", path, { token });
    return [status, body.code];
  };
  const requirePasskeys = () =>
    env.DB.prepare("insert into settings values ('require_passkey', '1', 1)").run();

  it("to read evidence, an admin without a passkey confirms the password every 12 hours", async () => {
    const admin = await setUp();
    for (const path of LOOKS) expect(await look(path, admin)).toEqual([200, undefined]);
    const age = () =>
      env.DB.prepare(
        "update sessions set created_at = created_at - ?1, reauthenticated_at = reauthenticated_at - ?1",
      )
        .bind(12 * MS_PER_HOUR)
        .run();
    await age();
    for (const path of LOOKS) expect(await look(path, admin)).toEqual([403, "password_required"]);
    await expect(exportCase(deps, await view(admin), { reportId: "report" })).rejects.toMatchObject(
      { code: "password_required" },
    );
    expect(await look("/api/admin/reports", admin)).toEqual([200, undefined]);
    await confirmPassword(admin);
    for (const path of LOOKS) expect(await look(path, admin)).toEqual([200, undefined]);
    await age();
    const { body } = await callApi<{ token: string }>("POST", "/api/auth/login", {
      body: { email: admin.email, password: admin.password },
    });
    for (const path of LOOKS) expect(await look(path, body)).toEqual([200, undefined]);
  });

  it("to read evidence, an admin with a passkey confirms it in each session and every 12 hours", async () => {
    const admin = await setUp();
    const key = await addPasskey(admin);
    const { body } = await callApi<{ token: string }>("POST", "/api/auth/login", {
      body: { email: admin.email, password: admin.password },
    });
    for (const path of LOOKS) expect(await look(path, body)).toEqual([403, "passkey_required"]);
    await expect(exportCase(deps, await view(body), { reportId: "report" })).rejects.toMatchObject({
      code: "passkey_required",
    });
    expect(await look("/api/admin/reports", body)).toEqual([200, undefined]);

    await confirm(body, key);
    for (const path of LOOKS) expect(await look(path, body)).toEqual([200, undefined]);
    expect(isPasswordConfirmed(deps, await view(body))).toBe(true);
    const { results } = await env.DB.prepare(
      "select action, subject_id, object_id from audit_events where action like '%passkey' order by action",
    ).all();
    const [{ passkey_id: id } = { passkey_id: "" }] = await listPasskeys(deps, await view(body));
    expect(results).toEqual([
      { action: "add_passkey", subject_id: admin.id, object_id: id },
      { action: "confirm_passkey", subject_id: admin.id, object_id: id },
    ]);

    vi.useFakeTimers({ now: Date.now() + 12 * MS_PER_HOUR, toFake: ["Date"] });
    try {
      expect((await view(body)).passkey.isConfirmed).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it("an admin's password alone is not enough to add or remove a passkey", async () => {
    const admin = await setUp();
    const key = await addPasskey(admin);
    const [{ passkey_id: passkeyId } = { passkey_id: "" }] = await listPasskeys(
      deps,
      await view(admin),
    );
    const { body } = await callApi<{ token: string }>("POST", "/api/auth/login", {
      body: { email: admin.email, password: admin.password },
    });
    const thief = await confirmPassword({ ...admin, ...body });
    const asked = { code: "passkey_required" };
    await expect(beginAddingPasskey(deps, thief, ORIGIN)).rejects.toMatchObject(asked);
    await expect(removePasskey(deps, thief, { passkeyId })).rejects.toMatchObject(asked);
    await confirm(body, key);
    await removePasskey(deps, await view(body), { passkeyId });
  });

  it("an admin who signed in by passkey can read evidence without another confirmation", async () => {
    const admin = await setUp();
    const { token } = await signIn(await addPasskey(admin));
    for (const path of LOOKS) expect(await look(path, { token })).toEqual([200, undefined]);
  });

  it("evidence and the desk's other calls need a passkey if the operator requires one", async () => {
    const admin = await setUp();
    await requirePasskeys();
    for (const path of [...LOOKS, "/api/admin/reports", "/api/admin/members", "/api/admin/runs"]) {
      expect(await look(path, admin), path).toEqual([403, "passkey_required"]);
    }
    const trigger = await callApi("POST", "/api/pairings/trigger-pairings", { token: admin.token });
    expect(trigger.body.code).toBe("passkey_required");
    expect(await look("/api/users/me", admin)).toEqual([200, undefined]);
    // Adding the first passkey also confirms the session.
    await addPasskey(admin);
    expect(await look("/api/admin/reports/report", admin)).toEqual([200, undefined]);
    // The answer to a member who is no admin does not mention passkeys.
    const member = await createMember();
    expect(await look("/api/admin/members", member)).toEqual([403, "forbidden"]);
  });
});
