import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toolEnvironment } from "~/scripts/lib/project.mjs";
import { LiveServer, type Member } from "./support/live-server";

/* Tests that need the whole server: the pages' data, static files, and bodies that are still being sent. */

let state: string;
let server: LiveServer;
let subject: Member;
let partner: Member;
let conversationId: string;

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), "whole-server-"));
  const { server: opened, pairs } = await LiveServer.open(state, { isByWrangler: true });
  server = opened;
  const [pair] = pairs;
  if (!pair) throw new Error("no pair");
  ({ conversationId } = pair);
  [subject, partner] = pair.members;
});

afterAll(async () => {
  await server?.kill();
  await rm(state, { recursive: true, force: true });
});

describe("the pages", () => {
  it("no page shows a member's exact place, birthday, e-mail or distance to a partner, in HTML or data", async () => {
    const changed = await server.call(subject, "PUT", "/users/profile", {
      dob: "1987-06-05",
      latitude: 47.123456,
      longitude: -8.765432,
      location: "Location at 47.1235, -8.7654",
      bio: "words for others",
      distance_preference: 285,
    });
    expect(changed.status).toBe(200);
    const { email } = (await changed.json()) as { email: string };
    await server.call(subject, "POST", `/pairings/conversation/${conversationId}/messages`, {
      content: "hello from the subject",
    });
    const secrets = [email, "1987-06", "47.12", "8.76"];
    // Matches 285 only as a whole number, because tokens and file names are full of digits.
    const distance = /(?<![\w.-])285(?![\w.-])/;
    const paths = [
      "/",
      "/conversations",
      `/conversation/${conversationId}`,
      `/user/${subject.memberId}`,
      "/profile",
      "/profile/edit",
    ];
    let texts = "";
    for (const path of paths.flatMap((one) => [one, one === "/" ? "/_root.data" : `${one}.data`])) {
      const response = await fetch(server.url + path, {
        headers: { cookie: `session=${partner.token}` },
      });
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect([path, response.headers.get("cache-control")]).toEqual([path, "no-store"]);
      for (const secret of secrets) {
        expect([path, secret, text.includes(secret)]).toEqual([path, secret, false]);
      }
      expect([path, distance.test(text)]).toEqual([path, false]);
      texts += text;
    }
    // Proves that these are pages about the subject: they contain what others are allowed to see.
    expect(texts).toContain("hello from the subject");
    expect(texts).toContain("words for others");
    const own = await fetch(`${server.url}/profile/edit`, {
      headers: { cookie: `session=${subject.token}` },
    });
    const ownText = await own.text();
    expect(ownText).toContain("1987-06-05");
    expect(ownText).toMatch(distance);
  });

  it("no page has a script without the nonce of its policy, or an inline handler", async () => {
    for (const path of ["/", "/login", "/signup", "/about", "/nowhere"]) {
      const response = await fetch(server.url + path);
      const policy = response.headers.get("content-security-policy") ?? "";
      const [, nonce] = /script-src 'self' 'nonce-([\w+/]{22}==)'/.exec(policy) ?? [];
      const html = await response.text();
      for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) {
        expect([path, tag.includes(`nonce="${nonce}"`)]).toEqual([path, true]);
      }
      expect(html).not.toMatch(/\son\w+="/);
    }
  });

  it("a page answers 403 to a POST from another site, and the API accepts no cookie", async () => {
    const cookie = `session=${partner.token}`;
    for (const path of ["/profile", "/profile/edit", "/profile/reset-password", "/login"]) {
      const response = await fetch(server.url + path, {
        method: "POST",
        headers: { cookie, origin: "https://evil.example" },
        body: new URLSearchParams({ intent: "delete" }),
      });
      expect([path, response.status]).toEqual([path, 403]);
    }
    // The server compares the origin with the request's own host, and ignores the forwarded host, which a client can
    // make up.
    for (const [origin, status] of [
      ["https://evil.example", 403],
      [server.url, 400],
    ] as const) {
      const response = await fetch(`${server.url}/login`, {
        method: "POST",
        headers: { origin, "x-forwarded-host": "evil.example" },
        redirect: "manual",
      });
      expect([origin, response.status]).toEqual([origin, status]);
    }
    const me = await fetch(`${server.url}/api/users/me`, { headers: { cookie } });
    expect(me.status).toBe(401);
    expect((await server.call(partner, "GET", "/users/me")).status).toBe(200);
  });
});

describe("the pages' forms", () => {
  const send = async (path: string, init: RequestInit) => {
    const { status, headers } = await fetch(server.url + path, { redirect: "manual", ...init });
    return [status, headers.get("allow")];
  };
  const post = (body: string, type: string) => ({
    method: "POST",
    body,
    headers: { "content-type": type },
  });

  it("a page answers 400, 413 or 405 to a request that no form sends", async () => {
    for (const path of ["/login", "/signup", "/session", "/page-views", "/logout"]) {
      expect(await send(path, post("{}", "application/json"))).toEqual([400, null]);
      expect(await send(path, post("--", "multipart/form-data; boundary=x"))).toEqual([400, null]);
      const long = post(`a=${"a".repeat(70_000)}`, "application/x-www-form-urlencoded");
      expect(await send(path, long)).toEqual([413, null]);
      for (const method of ["PUT", "PATCH", "DELETE"]) {
        expect(await send(path, { method })).toEqual([405, "GET, HEAD, POST"]);
      }
    }
    expect(await send("/logout", { method: "POST" })).toEqual([302, null]);
  });
});

describe("text of the request in the answer", () => {
  const LONG = 60_000;
  const cookie = (value: string) => ({ headers: { cookie: value } });
  const toast = (fields: object) => cookie(`toast=${encodeURIComponent(JSON.stringify(fields))}`);

  async function measure(path: string, init: RequestInit) {
    const answer = await fetch(server.url + path, { redirect: "manual", ...init });
    const { length } = await answer.text();
    const location = answer.headers.get("location") ?? "";
    return { status: answer.status, length: length + location.length };
  }

  it.each<[string, (words: string) => [path: string, init: RequestInit]]>([
    ["a notification's text", (message) => ["/login", toast({ id: "a", type: "info", message })]],
    ["a notification's kind", (type) => ["/login", toast({ id: "a", type, message: "b" })]],
    ["a notification's id", (id) => ["/login", toast({ id, type: "info", message: "b" })]],
    ["a way back", (word) => [`/profile?a=${word.slice(0, 8_000)}`, {}]],
  ])(
    "an answer that repeats text of the request cuts it to what a page can use: %s",
    async (_name, ask) => {
      for (const data of ["", ".data"]) {
        const lengthOf = async (words: string) => {
          const [path, init] = ask(words);
          const { status, length } = await measure(path.replace(/(?=\?|$)/, data), init);
          expect([200, 202, 302]).toContain(status);
          return length;
        };
        const [short, long] = [await lengthOf("a"), await lengthOf("a".repeat(LONG))];
        expect(long - short).toBeLessThan(data === "" ? 3 * 8_192 : 1_024);
      }
    },
  );

  it("a path that is longer than any page's gets a short answer with the status 414", async () => {
    const word = "a".repeat(15_000);
    for (const path of [`/${"/".repeat(15_000)}x`, `/user/${word}`, `/login?next=${word}`]) {
      const { status, length } = await measure(path, {});
      expect([path.slice(0, 9), status]).toEqual([path.slice(0, 9), 414]);
      expect(length).toBeLessThan(200);
    }
  });
});

describe("the API", () => {
  it("the API answers 413 to a large body that is still being sent, every time", async () => {
    for (let round = 0; round < 5; round++) {
      const chunk = new Uint8Array(65_536).fill(97);
      let left = 100;
      const body = new ReadableStream({
        pull(controller) {
          if (left-- > 0) controller.enqueue(chunk);
          else controller.close();
        },
      });
      const answers = await Promise.all([
        post(body, { duplex: "half" }),
        post("a".repeat(6_000_000)),
      ]);
      expect(answers).toEqual([413, 413]);
    }
  });

  it("if a route doesn't read a large body, it still answers with its usual status, every time", async () => {
    const large = "a".repeat(4_000_000);
    const type = { "content-type": "application/json" };
    for (const [path, method, status] of [
      ["/api/users/profile", "PUT", 401],
      ["/api/nowhere", "POST", 404],
      ["/api/users/me", "DELETE", 405],
      ["/login", "PUT", 405],
      ["/socket.io/?EIO=4&transport=polling", "POST", 413],
      ["/socket.io/?EIO=4&transport=polling&sid=nobody", "POST", 400],
    ] as const) {
      for (let round = 0; round < 5; round++) {
        const init = { method, headers: type, body: large };
        const response = await fetch(server.url + path, init);
        await response.arrayBuffer();
        expect([path, response.status]).toEqual([path, status]);
      }
    }
  });

  async function post(body: BodyInit, more: Record<string, string> = {}): Promise<number> {
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      ...more,
    });
    await response.arrayBuffer();
    return response.status;
  }

  it("the API answers a malformed path with its error envelope", async () => {
    for (const [path, status] of [
      ["//api/users/me", 401],
      ["/api/users/%E0%A4%A", 401],
      ["/api/users/me/", 404],
      ["/api/%", 404],
    ] as const) {
      const response = await fetch(server.url + path);
      expect([path, response.status]).toEqual([path, status]);
      expect(await response.json()).toMatchObject({ code: expect.any(String) });
    }
  });
});

/** A text that the tests of the framework's open advisories search for in answers (docs/decisions/framework.md). */
const NEEDLE = "advisory-needle-4711";

/** Fetches a page like a browser, without following redirects. */
const open = (
  path: string,
  { isMember = false, ...init }: RequestInit & { isMember?: boolean } = {},
) =>
  fetch(`${server.url}${path}`, {
    redirect: "manual",
    ...init,
    headers: { ...init.headers, ...(isMember ? { cookie: `session=${partner.token}` } : {}) },
  });

describe("the open advisories of the framework", () => {
  it("no request expands the manifest of routes (CVE-2026-42342, CVE-2026-55685)", async () => {
    const paths = Array.from({ length: 200 }, (_, i) => `p=/page-${i}`).join("&");
    for (const path of ["/__manifest", "/__manifest?version=1&p=/admin", `/__manifest?${paths}`]) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
  });

  it("no error in a page's data names a constructor (CVE-2026-53666, CVE-2026-42211)", async () => {
    for (const path of [
      "/nowhere",
      `/user/${NEEDLE}`,
      "/conversation/Function",
      `/conversation/__proto__`,
      "/user/constructor.data",
    ]) {
      const response = await open(path, { isMember: true });
      const text = await response.text();
      expect([path, response.status < 500]).toEqual([path, true]);
      expect(text).not.toMatch(/__subType|"SanitizedError"|"Function"/);
    }
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "/%5Cevil.example",
    "/\t/evil.example",
    "https://evil.example",
  ])("no redirect leads to another host: %s (CVE-2026-53669, CVE-2026-40181)", async (target) => {
    const next = encodeURIComponent(target);
    const answers = await Promise.all([
      open(`/login?next=${next}`, { isMember: true }),
      open(`/admin/confirm?next=${next}`, { isMember: true }),
      open(target.startsWith("/") ? encodeURI(target) : `/${target}`),
    ]);
    for (const answer of answers) {
      const location = answer.headers.get("location") ?? "/";
      expect(new URL(location, server.url).origin).toBe(server.url);
      expect(location).not.toContain("evil.example/");
    }
  });

  it("a page's data stream contains no text of the request (CVE-2026-34077)", async () => {
    for (const path of [
      `/?q=${NEEDLE}`,
      `/login?${NEEDLE}=1`,
      `/faq?x=${NEEDLE}`,
      `/login.data?x=${NEEDLE}`,
    ]) {
      const response = await open(path, { headers: { "x-needle": NEEDLE } });
      const text = await response.text();
      // The page's form repeats the address in its action. So the test searches only the scripts, which contain the
      // data stream.
      const stream = path.includes(".data")
        ? text
        : (text.match(/<script[\s\S]*?<\/script>/g) ?? []).join();
      expect([path, stream.length > 0, stream.includes(NEEDLE)]).toEqual([path, true, false]);
    }
  });

  it("no server component is rendered or called (CVE-2026-53667, CVE-2026-33245)", async () => {
    for (const path of ["/_.rsc", "/login.rsc", "/?_rsc=1"]) {
      const response = await open(path, {
        headers: { accept: "text/x-component", "rsc-action-id": "x" },
      });
      expect(response.headers.get("content-type")).not.toContain("x-component");
    }
    const call = await open("/login", {
      method: "POST",
      headers: { "rsc-action-id": "x", origin: server.url, "content-type": "text/plain" },
      body: "[]",
    });
    expect(call.status).toBeGreaterThanOrEqual(400);
    expect(call.status).toBeLessThan(500);
  });
});

it("static files have the security headers that every answer has", async () => {
  const { headers: ofAnswers } = await fetch(`${server.url}/healthz`);
  for (const path of ["/favicon.svg", "/manifest.webmanifest", "/geo/places.json"]) {
    const { status, headers } = await fetch(server.url + path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toBe(ofAnswers.get("permissions-policy"));
  }
});

describe("the operator's commands", () => {
  it("neither the command that makes an admin nor a member who saves meanwhile finds the database locked", async () => {
    let isDone = false;
    const statuses: number[] = [];
    const save = async (member: Member) => {
      while (!isDone) {
        const { status } = await server.call(member, "PUT", "/users/profile", { bio: "words" });
        statuses.push(status);
      }
    };
    const members = [subject, partner, subject, partner];
    const saving = Promise.all(members.map(save));
    const me = await server.call(partner, "GET", "/users/me");
    const { email } = (await me.json()) as { email: string };
    const run = (action: string) =>
      promisify(execFile)(process.execPath, ["scripts/admin.ts", action, email], {
        env: toolEnvironment({ STATE_DIR: state }),
      });
    try {
      for (const action of ["revoke", "grant", "revoke", "grant"]) {
        expect((await run(action)).stdout).toContain(email);
      }
      await expect(run("promote")).rejects.toThrow();
    } finally {
      isDone = true;
      await saving;
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    const sessions = await server.call(partner, "GET", "/users/me");
    expect(sessions.status).toBe(401);
  });
});
