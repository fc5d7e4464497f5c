import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { callApi, createMember, grantAdmin, type TestMember } from "../../support/api";
import { apiCalls } from "../../support/api-calls";
import { findFaults } from "../../support/check-answer";
import { createPair } from "../../support/pairs";

let member: TestMember;
beforeAll(async () => {
  member = await createMember();
});

const fill = (path: string) => path.replace(/\{\w+\}/g, "0123456789abcdef0123456789");

describe("paths and methods", () => {
  it("an unknown path answers 404 to GET, POST and OPTIONS, even without a token", async () => {
    for (const path of [
      "/api",
      "/api/",
      "/api/nothing",
      "/api/users",
      "/api/users/me/",
      "/api/users/me/more",
      "/api/blocks/a/b/c",
      "/api/pairings/conversation//messages",
    ]) {
      for (const method of ["GET", "POST", "OPTIONS"]) {
        expect(await callApi(method, path)).toMatchObject({
          status: 404,
          body: { code: "not_found", message: "Not found" },
        });
      }
    }
  });

  it("a known path answers 405 with Allow to another method, even without a token", async () => {
    const byPath = new Map<string, string[]>();
    for (const { path, method } of apiCalls) {
      byPath.set(path, [...(byPath.get(path) ?? []), method.toUpperCase()]);
    }
    for (const [path, methods] of byPath) {
      const allowed = methods.includes("GET") ? [...methods, "HEAD"] : methods;
      for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"]) {
        if (methods.includes(method)) continue;
        const { status, headers, body } = await callApi(method, fill(path));
        expect([method, path, status, body.code]).toEqual([
          method,
          path,
          405,
          "method_not_allowed",
        ]);
        expect(headers.get("allow")?.split(", ").sort()).toEqual([...allowed].sort());
      }
    }
  });

  it("a literal path matches before a path with a parameter", async () => {
    const { headers } = await callApi("GET", "/api/users/profile", { token: member.token });
    expect(headers.get("allow")).toBe("PUT");
  });

  it("every GET path answers HEAD too, and a POST path answers HEAD with 405", async () => {
    for (const { path, method } of apiCalls.filter((call) => call.method === "get")) {
      const token = member.token;
      const asked = `${fill(path)}?latitude=1&longitude=2&query=a`;
      const [get, head] = [
        await callApi(method.toUpperCase(), asked, { token }),
        await callApi("HEAD", asked, { token }),
      ];
      expect([path, head.status]).toEqual([path, get.status]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    }
    expect((await callApi("HEAD", "/api/auth/login")).status).toBe(405);
  });

  it("a path with a doubled leading slash is accepted, because an older client sends it", async () => {
    const { status, body } = await callApi("GET", "//api/users/me", { token: member.token });
    expect([status, body.id]).toEqual([200, member.id]);
  });
});

describe("tokens", () => {
  it("without a token, every call but the public ones answers 401 with the same body", async () => {
    const open = ["register", "login", "forgot-password", "recover", "confirm-email"].map(
      (name) => `/api/auth/${name}`,
    );
    open.push("/api/languages");
    for (const { path, method } of apiCalls.filter((call) => !open.includes(call.path))) {
      const answer = await callApi(method.toUpperCase(), fill(path));
      expect([path, answer.status, answer.body]).toEqual([
        path,
        401,
        { code: "unauthenticated", message: "Authentication required" },
      ]);
    }
  });

  it("only a complete Bearer header authenticates, so a cookie or a changed token answers 401", async () => {
    const { token } = member;
    const [header = "", payload = "", signature = ""] = token.split(".");
    const none = btoa(JSON.stringify({ alg: "none", typ: "JWT" })).replaceAll("=", "");
    const refused: Record<string, string>[] = [
      { cookie: `session=${token}` },
      { authorization: token },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${token}x` },
      { authorization: `Bearer ${header}.${payload}.` },
      { authorization: `Bearer ${none}.${payload}.` },
      { authorization: `Bearer ${header}.${btoa("{}")}.${signature}` },
      { authorization: "Bearer" },
      { authorization: "Bearer  " },
      { authorization: `Bearer ${"a".repeat(6000)}` },
      { authorization: `Bearer ${token}, Bearer ${token}` },
    ];
    for (const headers of refused) {
      const answer = await callApi("GET", "/api/users/me", { headers });
      expect([JSON.stringify(headers).slice(0, 80), answer.status]).toEqual([
        JSON.stringify(headers).slice(0, 80),
        401,
      ]);
    }
    const lower = await callApi("GET", "/api/users/me", {
      headers: { authorization: `bearer ${token}` },
    });
    expect(lower.status).toBe(200);
  });
});

describe("request bodies", () => {
  const login = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    send("/api/auth/login", body, headers);
  const json = { "content-type": "application/json" };

  async function send(path: string, body: BodyInit | null, headers: Record<string, string>) {
    const response = await exports.default.fetch(
      new Request(`http://happenstance.test${path}`, { method: "POST", body, headers }),
    );
    const text = await response.text();
    const { status, headers: answered } = response;
    expect(findFaults({ method: "POST", path, status, headers: answered, text })).toEqual([]);
    return { status, body: JSON.parse(text) };
  }

  it("a body whose content type is not JSON answers 415, and a body that is no JSON object answers 400", async () => {
    const good = JSON.stringify({ email: "nobody@example.org", password: "whatever it is" });
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "",
    ]) {
      expect([type, (await login(good, { "content-type": type })).status]).toEqual([type, 415]);
    }
    for (const type of [
      "application/json",
      "Application/JSON; charset=UTF-8",
      'application/json;charset="utf-8"',
    ]) {
      expect([type, (await login(good, { "content-type": type })).status]).toEqual([type, 401]);
    }
    for (const bad of ["", "{", "{'a':1}", '{"a":1}}', "undefined", "NaN", "\0"]) {
      expect(await login(bad, json)).toMatchObject({
        status: 400,
        body: { code: "invalid_json", message: "The request body is not valid JSON" },
      });
    }
    const notUtf8 = new Uint8Array([...new TextEncoder().encode('{"email":"'), 0xff, 0x22, 0x7d]);
    expect((await login(notUtf8, json)).status).toBe(400);
    for (const value of ["null", "1", '"text"', "[]", "true"]) {
      expect(await login(value, json)).toMatchObject({
        status: 400,
        body: { code: "invalid_input", message: "The request body must be an object" },
      });
    }
  });

  it.each(apiCalls.filter(({ body }) => body))(
    "$route refuses a body that is missing, null, a text, incomplete or of 65 KB",
    async ({ method, path }) => {
      const admin = await createMember();
      await grantAdmin(admin);
      const headers = { authorization: `Bearer ${admin.token}` };
      const statusOf = async (body: string | null, type = json) => {
        const sent = { method: method.toUpperCase(), headers: { ...headers, ...type }, body };
        const request = new Request(`http://happenstance.test${fill(path)}`, sent);
        return (await exports.default.fetch(request)).status;
      };
      const large = JSON.stringify({ pad: "x".repeat(65_000) });
      expect({
        missing: await statusOf(null),
        null: await statusOf("null"),
        text: await statusOf('"text"'),
        plain: await statusOf("text", { "content-type": "text/plain" }),
        half: await statusOf("{"),
        large: await statusOf(`${large}${" ".repeat(2_000)}`),
      }).toEqual({ missing: 400, null: 400, text: 400, plain: 415, half: 400, large: 413 });
    },
  );

  it("any call answers 413 to a body over 64 KiB, with or without a stated length", async () => {
    const body = (size: number) => {
      const start = '{"email":"nobody@example.org","password":"x","pad":"';
      return `${start}${"a".repeat(size - start.length - 2)}"}`;
    };
    expect((await login(body(65_536), json)).status).toBe(401);
    expect((await login(body(65_537), json)).status).toBe(413);
    expect((await login(body(65_537), { "content-type": "text/plain" })).status).toBe(413);
    const authorization = `Bearer ${member.token}`;
    const large = await send(`/api/blocks/${member.id}`, body(70_000), { ...json, authorization });
    expect(large.status).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 20; i++) controller.enqueue(new Uint8Array(8_192).fill(32));
        controller.close();
      },
    });
    expect((await send("/api/auth/login", stream, json)).status).toBe(413);
  });

  it("a call that needs no body accepts any body", async () => {
    const other = await createMember();
    const authorization = `Bearer ${member.token}`;
    const path = `/api/blocks/${other.id}`;
    expect((await send(path, null, { authorization })).status).toBe(201);
    expect((await send(path, null, { ...json, authorization })).status).toBe(200);
    expect((await send(path, "no json", { authorization })).status).toBe(200);
  });

  it("a profile edit ignores unknown fields and prototypes, and answers 400 to invalid values", async () => {
    const { token } = member;
    const put = (body: string) => callApi("PUT", "/api/users/profile", { token, body });
    const before = (await callApi("GET", "/api/users/me", { token })).body;
    for (const body of [
      '{"__proto__":{"is_admin":true,"name":"x"},"constructor":{"prototype":{"is_admin":true}}}',
      `{"deep":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      '{"id":"x","user_id":"x","email":"x@example.org","is_admin":true,"password_hash":"x","created_at":1,"avatar_url":"http://x"}',
      '{"is_admin":1,"name = \'x\' --":"y"}',
    ]) {
      expect(await put(body)).toMatchObject({ status: 200, body: before });
    }
    for (const body of [
      '{"latitude":1e999,"longitude":0}',
      '{"distance_preference":1e308}',
      '{"distance_preference":5.000000000000001}',
      '{"minimum_age_preference":18.5}',
      '{"minimum_age_preference":"20"}',
      '{"minimum_age_preference":9007199254740993}',
      `{"bio":${"[".repeat(20_000)}${"]".repeat(20_000)}}`,
      '{"name":{"toString":"x"}}',
      '{"name":"lone \\ud800 surrogate"}',
      '{"name":"nul \\u0000"}',
      '{"location":"line\\nbreak"}',
    ]) {
      expect([body.slice(0, 60), (await put(body)).status]).toEqual([body.slice(0, 60), 400]);
    }
    expect((await callApi("GET", "/api/users/me", { token })).body).toEqual(before);
  });

  it("texts are measured in code points, after trimming and normalising", async () => {
    const { token } = member;
    const put = (body: unknown) => callApi("PUT", "/api/users/profile", { token, body });
    const faces = "🙂".repeat(80);
    expect(await put({ name: `  ${faces}\n` })).toMatchObject({
      status: 200,
      body: { name: faces },
    });
    expect((await put({ name: `${faces}a` })).status).toBe(400);
    expect(await put({ name: "e\u0301".repeat(80) })).toMatchObject({
      status: 200,
      body: { name: "é".repeat(80) },
    });
    expect((await put({ bio: "b".repeat(1000) })).status).toBe(200);
    expect((await put({ bio: "b".repeat(1001) })).status).toBe(400);
    expect((await put({ location: "l".repeat(120) })).status).toBe(200);
    expect((await put({ location: "l".repeat(121) })).status).toBe(400);
  });
});

describe("parameters", () => {
  async function expectStatus(
    status: number,
    method: string,
    path: string,
    { token }: { token: string } = member,
  ) {
    const answer = await callApi(method, path, { token });
    expect([path, answer.status]).toEqual([path, status]);
  }

  it("a path parameter that can't be an id is answered like an unknown id", async () => {
    const { token } = member;
    for (const id of [
      "x",
      "%00",
      "%E0%A4%A",
      "%",
      "%2F",
      "..%2f..",
      "'%20or%201=1--",
      "%F0%9F%99%82",
      "a".repeat(8_000),
      "null",
      "__proto__",
      "-1",
    ]) {
      const short = id.slice(0, 20);
      await expectStatus(404, "GET", `/api/users/${id}`);
      const messages = await callApi("GET", `/api/pairings/conversation/${id}/messages`, { token });
      expect([short, messages.status, messages.body.message]).toEqual([
        short,
        404,
        "Conversation not found or has expired",
      ]);
      await expectStatus(404, "POST", `/api/blocks/${id}`);
      await expectStatus(200, "DELETE", `/api/blocks/${id}`);
    }
  });

  it("a query parameter is refused if it is invalid or given twice", async () => {
    const { one, conversationId } = await createPair();
    const messages = `/api/pairings/conversation/${conversationId}/messages`;
    const expectAnswer = (status: number, query: string) =>
      expectStatus(status, "GET", `${messages}?${query}`, one);
    for (const query of [
      "limit=0",
      "limit=201",
      "limit=-1",
      "limit=1.5",
      "limit=",
      "limit=١",
      "limit=1e2",
      "limit=5&limit=5",
      "before=",
      "before=nothing",
    ]) {
      await expectAnswer(400, query);
    }
    for (const query of [
      "limit=1",
      "limit=200",
      "other=1&other=2",
      "%E0%A4%A=1",
      "__proto__=x",
      "",
    ]) {
      await expectAnswer(200, query);
    }
    for (const before of ["", "yesterday", "2026-13-01T00:00:00.000Z", "unknown-conversation"]) {
      await expectStatus(400, "GET", `/api/pairings/past?before=${before}`);
    }
    for (const query of [
      "",
      "latitude=1",
      "latitude=1&longitude=181",
      "latitude=-90.0001&longitude=0",
      "latitude=NaN&longitude=0",
      "latitude=1e1&longitude=0",
      "latitude=0x10&longitude=0",
      "latitude=&longitude=",
      "latitude=1&latitude=2&longitude=0",
    ]) {
      await expectStatus(400, "GET", `/api/geo/place?${query}`);
    }
    await expectStatus(400, "GET", "/api/geo/place?latitude=-90&longitude=+180");
    await expectStatus(200, "GET", "/api/geo/place?latitude=-90&longitude=180.0");
  });
});

describe("the order of refusals (docs/rules.md#refusals)", () => {
  const large = "x".repeat(70_000);

  it("a request with several faults gets the status that comes first in this order: 401, 403 (wrong role), 413, 415, 400, 404", async () => {
    const path = "/api/admin/reports/unknown";
    const put = (token: string | undefined, body: string, type = "application/json") =>
      callApi("PUT", path, { token, body, headers: { "content-type": type } });
    expect((await put(undefined, large, "text/plain")).status).toBe(401);
    expect((await put(member.token, large, "text/plain")).status).toBe(403);
    const admin = await createMember();
    await grantAdmin(admin);
    expect((await put(admin.token, large, "text/plain")).status).toBe(413);
    expect((await put(admin.token, "{", "text/plain")).status).toBe(415);
    expect((await put(admin.token, "{")).status).toBe(400);
    expect((await put(admin.token, '{"status":"closed"}')).status).toBe(400);
    expect((await put(admin.token, '{"status":"open"}')).status).toBe(404);
  });

  it("a member over a limit gets 429 before 404 and 400", async () => {
    const { one, other } = await createPair();
    const { token } = one;
    for (let i = 0; i < 10; i++) {
      const report = await callApi("POST", `/api/reports/${other.id}`, {
        token,
        body: { reason: "spam" },
      });
      expect(report.status).toBe(201);
    }
    const path = `/api/reports/${other.id}`;
    for (const to of [path, "/api/reports/unknown", `/api/reports/${one.id}`]) {
      const refused = await callApi("POST", to, { token, body: { reason: "other" } });
      expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
      expect(refused.body.message).toBe(
        "You have sent many reports today. Please try again in 24 hours.",
      );
    }
  });
});

describe("the API document", () => {
  const get = (path: string, method = "GET") =>
    exports.default.fetch(new Request(`http://happenstance.test${path}`, { method }));

  it("the OpenAPI 3.1 document is public and describes every call", async () => {
    const json = await get("/api/openapi.json");
    expect([json.status, json.headers.get("content-type")]).toEqual([200, "application/json"]);
    const document = (await json.json()) as { openapi: string; paths: Record<string, object> };
    expect(document.openapi).toBe("3.1.0");
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(
      apiCalls.map(({ method, path }) => `${method} ${path}`).sort(),
    );

    expect((await get("/api/openapi.json", "HEAD")).status).toBe(200);
    const refused = await get("/api/openapi.json", "POST");
    expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("the check of answers", () => {
  it("the check of these tests finds an answer that does not match the OpenAPI document", () => {
    const headers = new Headers();
    const check = (status: number, text: string) =>
      findFaults({ method: "GET", path: "/api/users/abc", status, headers, text });
    expect(check(200, '{"user_id":"x"}').join()).toContain("x-request-id");
    expect(check(200, '{"user_id":"x"}').join()).toMatch(/required/i);
    expect(check(418, "{}").join()).toContain("418 is not in the document");
    expect(check(404, '{"message":"x","code":"forbidden"}').join()).toContain("404 with the code");
    expect(check(404, '{"message":"x","code":"profile_not_found","dob":"x"}').join()).toContain(
      "dob",
    );
  });
});
