import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { describe, expect, it, vi } from "vitest";
import { readLink, takeLink } from "~/app/features/accounts/mail-link.server";
import { readSession } from "~/app/lib/session.server";
import { sessionCookie } from "~/app/lib/session-cookie.server";
import { loader as listAudit } from "~/app/routes/admin_.audit";
import { action as confirmAsAdmin } from "~/app/routes/admin_.confirm";
import { loader as listMembers } from "~/app/routes/admin_.members._index";
import { loader as showMember } from "~/app/routes/admin_.members.$memberId";
import { loader as listReports } from "~/app/routes/admin_.reports";
import { loader as showReport } from "~/app/routes/admin_.reports.$reportId";
import { loader as exportReport } from "~/app/routes/admin_.reports.$reportId_.export";
import { loader as search } from "~/app/routes/admin_.search";
import { action as signOut } from "~/app/routes/logout";
import { action as actOnProfile } from "~/app/routes/profile._index";
import { action as resetPassword } from "~/app/routes/profile.reset-password";
import { confirmPassword, isPasswordConfirmed } from "~/core/accounts/service";
import { authenticate } from "~/core/accounts/session";
import type { ExportDto, MemberDto } from "~/core/shared/contract";
import { createLogger } from "~/worker/adapters/logger";
import { createDeps } from "~/worker/deps";
import { callApi, createMember, grantAdmin } from "../../support/api";
import { seedMember } from "../../support/seed";
import { bindings, createPair } from "../conversation/support";

const ORIGIN = "https://happenstance.test";

const deferred: Promise<unknown>[] = [];

function createContext(address = "127.0.0.1"): AppLoadContext {
  const logger = createLogger({});
  const deps = createDeps(env, { logger, defer: (work) => deferred.push(work) });
  return { deps, logger, address } as AppLoadContext;
}

type Action = (asked: {
  request: Request;
  context: AppLoadContext;
  params: object;
}) => Promise<unknown>;

/** @returns the response, or the data and status of a refused form */
async function post(
  action: unknown,
  path: string,
  token: string,
  fields: object = {},
  accept = "*/*",
) {
  const request = new Request(ORIGIN + path, {
    method: "POST",
    headers: {
      accept,
      cookie: `__Host-session=${token}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields as Record<string, string>).toString(),
  });
  const answer = await (action as Action)({ request, context: createContext(), params: {} });
  if (answer instanceof Response) return { status: answer.status, headers: answer.headers };
  const { data, init } = answer as { data: unknown; init: ResponseInit | null };
  return { status: init?.status ?? 200, headers: new Headers(init?.headers), data };
}

const isAlive = async (token: string) =>
  (await callApi("GET", "/api/users/me", { token })).status === 200;

const tokenIn = (headers: Headers) =>
  /__Host-session=([^;]+)/.exec(headers.get("set-cookie") ?? "")?.[1] ?? "";

const HTTP = "http://127.0.0.1:8787";

it("a session cookie must have the name for its origin's scheme, and be the only one of that name", async () => {
  const { ann, ben, id } = await createPair();
  const cases: [cookie: string, origin: string, isTaken: boolean][] = [
    [`__Host-session=${ann.token}`, ORIGIN, true],
    [`a=b; __Host-session=${ann.token}; c=d`, ORIGIN, true],
    // A sibling host can set cookies for the domain, but none with the `__Host-` prefix.
    [`session=${ben.token}; __Host-session=${ann.token}`, ORIGIN, true],
    [`session=${ann.token}`, ORIGIN, false],
    [`__Host-session=${ben.token}; __Host-session=${ann.token}`, ORIGIN, false],
    [`__Host-session=${ann.token}; __Host-session=`, ORIGIN, false],
    ["__Host-session=", ORIGIN, false],
    ["", ORIGIN, false],
    [`session=${ann.token}`, HTTP, true],
    [`__Host-session=${ben.token}; session=${ann.token}`, HTTP, true],
    [`session=${ben.token}; session=${ann.token}`, HTTP, false],
    [`session=${ann.token}; session=${ann.token}`, HTTP, false],
    [`__Host-session=${ann.token}`, HTTP, false],
  ];
  const path = `/socket.io/?EIO=4&transport=websocket&conversation=${id}`;
  for (const [cookie, origin, isTaken] of cases) {
    const page = new Request(`${origin}/profile`, { headers: { cookie } });
    const session = await readSession(page, createContext());
    const headers = { Upgrade: "websocket", Origin: origin, Cookie: cookie };
    const { webSocket } = await exports.default.fetch(origin + path, { headers });
    if (!webSocket) throw new Error("The handshake was refused.");
    webSocket.accept();
    // The conversation's object holds the WebSocket of a page. A shard holds that of any other client.
    const object = bindings.CONVERSATIONS.getByName(id);
    const isDirect = await runInDurableObject(object, (_, ctx) => ctx.getWebSockets().length > 0);
    const reader = isTaken ? ann.id : undefined;
    expect({ cookie, origin, reader: session?.viewer.memberId, isDirect }).toEqual({
      cookie,
      origin,
      reader,
      isDirect: isTaken,
    });
    webSocket.close(1000);
    await vi.waitFor(() =>
      runInDurableObject(object, (_, ctx) => expect(ctx.getWebSockets()).toEqual([])),
    );
  }
});

describe("the time zone of a member's browser", () => {
  const ORSK = "Asia/Yekaterinburg";
  const open = async ({ token }: { token: string }, cookie: string) => {
    const headers = { cookie: `__Host-session=${token}; ${cookie}` };
    const page = new Request(`${ORIGIN}/profile`, { headers });
    const session = await readSession(page, createContext());
    await Promise.all(deferred.splice(0));
    return session?.viewer.clock;
  };
  const exported = async ({ token }: { token: string }) =>
    (await callApi<ExportDto>("GET", "/api/users/export", { token })).body;

  it("a page uses the browser's time zone at once, and stores it beside the profile's timezone", async () => {
    const ada = await seedMember({ timezone: "UTC+01:00" });
    expect((await exported(ada)).zone).toBeNull();
    const clock = { timezone: "UTC+01:00", zone: ORSK };
    expect(await open(ada, `zone=${ORSK}`)).toEqual(clock);
    expect(await open(ada, "")).toEqual(clock);
    expect(await exported(ada)).toMatchObject({ zone: ORSK, profile: { timezone: "UTC+01:00" } });
    expect(await open(ada, "zone=Pacific/Chatham")).toMatchObject({ zone: "Pacific/Chatham" });
    expect((await exported(ada)).zone).toBe("Pacific/Chatham");
    const me = await callApi<MemberDto>("GET", "/api/users/me", { token: ada.token });
    expect(me.body).not.toHaveProperty("zone");
  });

  it.each([
    "zone=",
    "zone=Mars/Olympus",
    "zone=+05:30",
    "zone=Asia%2FYekaterinburg",
    "zone=Asia/Yekaterinburg'--",
    `zone=${"A/".repeat(4_000)}`,
    `zone=${ORSK}; zone=Europe/Rome`,
    `Zone=${ORSK}`,
  ])("the stored time zone does not change if the cookie names no zone: %s", async (cookie) => {
    const ada = await seedMember({ zone: "Europe/Paris" });
    expect(await open(ada, cookie)).toMatchObject({ zone: "Europe/Paris" });
    expect((await exported(ada)).zone).toBe("Europe/Paris");
  });

  it("the time zone is written only if it has changed and a member is signed in", async () => {
    const ada = await seedMember({ zone: ORSK });
    await env.DB.prepare(
      "create trigger no_zone before update of zone on members begin select raise(abort, 'written'); end",
    ).run();
    try {
      expect(await open(ada, `zone=${ORSK}`)).toMatchObject({ zone: ORSK });
      expect(await open({ token: "a.b.c" }, "zone=Europe/Rome")).toBeUndefined();
      await expect(open(ada, "zone=Europe/Rome")).rejects.toThrow("written");
    } finally {
      await env.DB.prepare("drop trigger no_zone").run();
    }
  });

  it("the time zone is deleted with the account, and its cookie with the session", async () => {
    const member = await createMember();
    expect(await open(member, `zone=${ORSK}`)).toMatchObject({ zone: ORSK });
    const ended = await post(actOnProfile, "/profile", member.token, {
      intent: "delete-account",
      password: member.password,
    });
    const left = env.DB.prepare("select zone from members where id = ?").bind(member.id);
    expect((await left.all()).results).toEqual([]);
    const { token } = await createMember();
    for (const { headers } of [ended, await post(signOut, "/logout", token)]) {
      expect(headers.getSetCookie()).toContain("zone=; Path=/; SameSite=Lax; Max-Age=0; Secure");
    }
  });
});

it("the session cookie is Secure, for every path and without a domain, as its prefix requires", () => {
  const signedIn = { token: "a.b.c", expiresAt: Date.now() + 60_000 };
  const cookie = (origin: string) => sessionCookie(new Request(origin), signedIn);
  expect(cookie(ORIGIN)).toMatch(
    /^__Host-session=a\.b\.c; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/,
  );
  expect(cookie("http://127.0.0.1:1")).toMatch(
    /^session=a\.b\.c; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/,
  );
});

it("the token of a mail's link is kept in a cookie that no sibling host can set", () => {
  const token = "t".repeat(43);
  const take = (origin: string) =>
    takeLink(new Request(origin), "/reset", token).headers.get("set-cookie");
  expect(take(ORIGIN)).toMatch(/^__Host-mail_link_reset=t{43}; Path=\/; HttpOnly; .*; Secure$/);
  expect(take(HTTP)).toMatch(/^mail_link_reset=t{43}; Path=\//);
  const read = (origin: string, cookie: string) =>
    readLink(new Request(origin, { headers: { cookie } }), "/reset");
  expect(read(ORIGIN, `mail_link_reset=${token}`)).toBe("");
  expect(read(ORIGIN, `__Host-mail_link_reset=${token}`)).toBe(token);
  expect(read(HTTP, `mail_link_reset=${token}`)).toBe(token);
});

it("a sign-out ends the session and makes the browser clear its cache", async () => {
  const { token } = await createMember();
  const { status, headers } = await post(signOut, "/logout", token);
  expect([status, headers.get("clear-site-data")]).toEqual([302, '"cache"']);
  expect(headers.get("set-cookie")).toMatch(/^__Host-session=; .*Max-Age=0/);
  expect(await isAlive(token)).toBe(false);
});

it("a sign-out sets the cookie `forget` only if the browser itself sent the form", async () => {
  for (const [accept, isMarked] of [
    ["text/html,application/xhtml+xml,*/*;q=0.8", true],
    ["*/*", false],
  ] as const) {
    const { token } = await createMember();
    const { headers } = await post(signOut, "/logout", token, {}, accept);
    expect((headers.get("set-cookie") ?? "").includes("forget=1;")).toBe(isMarked);
  }
});

it("a password change on the page ends all sessions and gives this browser a new one", async () => {
  const member = await createMember();
  const { body } = await callApi("POST", "/api/auth/login", {
    body: { email: member.email, password: member.password },
  });
  const answer = await post(resetPassword, "/profile/reset-password", member.token, {
    currentPassword: member.password,
    newPassword: "another fine day",
    confirmPassword: "another fine day",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/profile"]);
  const renewed = tokenIn(answer.headers);
  expect(renewed).not.toBe(member.token);
  expect(await Promise.all([member.token, String(body.token), renewed].map(isAlive))).toEqual([
    false,
    false,
    true,
  ]);
});

it("the page deletes an account only with its password, and checks at most ten wrong passwords", async () => {
  const member = await createMember();
  const remove = (fields: object) =>
    post(actOnProfile, "/profile", member.token, { intent: "delete-account", ...fields });
  // The error of a missing field is shown for the whole form.
  for (const [fields, name] of [
    [{}, ""],
    [{ password: "" }, "password"],
  ] as const) {
    expect(await remove(fields)).toMatchObject({
      status: 400,
      data: { errors: { [name]: "Password is required" } },
    });
  }
  for (let i = 0; i < 10; i++) {
    expect(await remove({ password: `wrong ${i}` })).toMatchObject({
      status: 400,
      data: { errors: { "": "Current password is incorrect" } },
    });
  }
  expect(await remove({ password: member.password })).toMatchObject({
    status: 429,
    data: {
      errors: { "": expect.stringMatching(/^Too many failed sign-in attempts\. Please try again/) },
    },
  });
  expect(await isAlive(member.token)).toBe(true);
  await env.DB.prepare("delete from rate_windows").run();
  const { status, headers } = await remove({ password: member.password });
  expect([status, headers.get("clear-site-data")]).toEqual([302, '"cache"']);
  expect(await isAlive(member.token)).toBe(false);
});

it("a confirmed password counts for an hour, and a wrong one is refused", async () => {
  const member = await createMember();
  const { deps } = createContext();
  const look = async () => {
    const viewer = await authenticate(deps, member.token);
    return { viewer, isConfirmed: isPasswordConfirmed(deps, viewer) };
  };
  const { viewer, isConfirmed } = await look();
  expect(isConfirmed).toBe(false);
  const client = "127.0.0.1";
  await confirmPassword(deps, viewer, client, { password: member.password });
  expect((await look()).isConfirmed).toBe(true);
  await env.DB.prepare("update sessions set reauthenticated_at = ? where id = ?")
    .bind(Date.now() - 3_600_000, viewer.sessionId)
    .run();
  expect((await look()).isConfirmed).toBe(false);
  await expect(confirmPassword(deps, viewer, client, { password: "wrong" })).rejects.toMatchObject({
    code: "current_password_incorrect",
  });
});

it.each([
  ["members", listMembers],
  ["audit", listAudit],
])("the page of %s answers 400 if its cursor names a deleted row", async (list, loader) => {
  const admin = await createMember();
  await grantAdmin(admin);
  const request = new Request(`${ORIGIN}/admin/${list}?before=gone`, {
    headers: { cookie: `__Host-session=${admin.token}` },
  });
  await expect(
    (loader as Action)({ request, context: createContext(), params: {} }),
  ).rejects.toMatchObject({ status: 400 });
});

it("the desk's pages redirect an admin to the confirmation until the password is confirmed", async () => {
  const admin = await createMember();
  await grantAdmin(admin);
  const open = async (loader: unknown, path: string) => {
    const request = new Request(ORIGIN + path, {
      headers: { cookie: `__Host-session=${admin.token}` },
    });
    const params = { reportId: "none", memberId: admin.id };
    try {
      await (loader as Action)({ request, context: createContext(), params });
      return 200;
    } catch (thrown) {
      if (!(thrown instanceof Response)) throw thrown;
      return thrown.headers.get("location") ?? thrown.status;
    }
  };
  const pages: [loader: unknown, path: string, after: number][] = [
    [listReports, "/admin/reports?status=open", 200],
    [showReport, "/admin/reports/none", 404],
    [exportReport, "/admin/reports/none/export", 404],
    [search, "/admin/search?q=x", 200],
    [showMember, `/admin/members/${admin.id}`, 200],
  ];
  for (const [loader, path] of pages) {
    expect(await open(loader, path)).toBe(`/admin/confirm?next=${encodeURIComponent(path)}`);
  }
  const confirm = (password: string, next = "%2Fadmin%2Freports%3Fstatus%3Dopen") =>
    post(confirmAsAdmin, `/admin/confirm?next=${next}`, admin.token, { password });
  expect(await confirm("wrong")).toMatchObject({
    status: 400,
    data: { errors: { "": "Current password is incorrect" } },
  });
  const { status, headers } = await confirm(admin.password);
  expect([status, headers.get("location")]).toEqual([302, "/admin/reports?status=open"]);
  const elsewhere = await confirm(admin.password, "%2F%2Felsewhere.test");
  expect(elsewhere.headers.get("location")).toBe("/admin/reports");
  for (const [loader, path, after] of pages)
    expect([path, await open(loader, path)]).toEqual([path, after]);
});
