import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp } from "~/worker/app";
import { isTrustedOrigin } from "~/worker/http/page-request";
import { expectLoggedError } from "../../support/fail-on-console";

/** The Worker with pages that contain only the request's nonce, and one page that throws. */
const app = createApp(async (request, { nonce }) => {
  if (new URL(request.url).pathname === "/broken") throw new Error("secret detail of a fault");
  return new Response(nonce, { headers: { "content-type": "text/html" } });
});

async function get(url: string, init?: RequestInit) {
  const context = createExecutionContext();
  const response = await app.fetch(new Request(url, init), env, context);
  await waitOnExecutionContext(context);
  return response;
}

const PATHS = [
  "/",
  "/login",
  "/api/users/me",
  "/api/nothing",
  "/api/docs",
  "/api/openapi.json",
  "/socket.io/",
  "/socket.io/?EIO=4&transport=polling",
];

describe("the security headers", () => {
  it("every part of the Worker sets the security headers on its answers", async () => {
    for (const path of PATHS) {
      const { headers } = await get(`http://happenstance.test${path}`);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect([path, headers.get("x-frame-options")]).toEqual([path, "DENY"]);
      expect([path, headers.get("referrer-policy")]).toEqual([path, "same-origin"]);
      expect([path, headers.get("cross-origin-resource-policy")]).toEqual([path, "same-origin"]);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.get("permissions-policy")).toContain("camera=()");
      expect(headers.get("permissions-policy")).toContain("geolocation=(self)");
      expect([path, headers.get("x-request-id")]).toEqual([
        path,
        expect.stringMatching(/^\w{26}$/),
      ]);
      expect([path, headers.get("access-control-allow-origin")]).toEqual([path, null]);
      expect([path, headers.get("strict-transport-security")]).toEqual([path, null]);
    }
  });

  it("an answer over https tells browsers to use only https", async () => {
    for (const path of PATHS) {
      const { headers } = await get(`https://happenstance.test${path}`);
      expect([path, headers.get("strict-transport-security")]).toEqual([
        path,
        "max-age=63072000; includeSubDomains",
      ]);
    }
  });

  it("answers of the API and of live connections are not stored in caches", async () => {
    for (const path of ["/api/users/me", "/api/nothing", "/socket.io/?EIO=4&transport=polling"]) {
      const { headers } = await get(`http://happenstance.test${path}`);
      expect([path, headers.get("cache-control")]).toEqual([path, "no-store"]);
    }
  });

  it("a fault is answered with 500 and a request id, without its details", async () => {
    expectLoggedError(/request\.failed/);
    const response = await get("http://happenstance.test/broken");
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toEqual({
      code: "internal",
      message: "Something went wrong. Please try again.",
    });
    expect(text).not.toContain("secret");
    expect(response.headers.get("x-request-id")).toMatch(/^\w{26}$/);
  });
});

describe("the pages' content security policy", () => {
  async function readPolicy(url: string) {
    const response = await get(url);
    const policy = response.headers.get("content-security-policy") ?? "";
    const directives = new Map(
      policy.split("; ").map((one) => [one.split(" ")[0], one.split(" ").slice(1)]),
    );
    return { nonce: await response.text(), directives };
  }

  it("the policy allows only our own scripts and those with the nonce of the request", async () => {
    const { nonce, directives } = await readPolicy("https://happenstance.test/login");
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(directives.get("script-src")).toEqual(["'self'", `'nonce-${nonce}'`]);
    expect((await readPolicy("https://happenstance.test/login")).nonce).not.toBe(nonce);
    expect(directives.get("default-src")).toEqual(["'self'"]);
    expect(directives.get("frame-ancestors")).toEqual(["'none'"]);
    expect(directives.get("object-src")).toEqual(["'none'"]);
    expect(directives.get("base-uri")).toEqual(["'none'"]);
    expect(directives.get("form-action")).toEqual(["'self'"]);
    expect(directives.has("upgrade-insecure-requests")).toBe(true);
    const { directives: onHttp } = await readPolicy("http://happenstance.test/login");
    directives.delete("upgrade-insecure-requests");
    onHttp.delete("script-src");
    directives.delete("script-src");
    expect(onHttp).toEqual(directives);
  });
});

describe("a request that changes something", () => {
  const from = (headers: Record<string, string>, method = "POST") =>
    isTrustedOrigin(new Request("https://happenstance.test/profile", { method, headers }));

  it("a change is accepted from our own pages and from clients that are no browsers", () => {
    expect(from({ origin: "https://happenstance.test" })).toBe(true);
    expect(from({ "sec-fetch-site": "same-origin" })).toBe(true);
    expect(from({ "sec-fetch-site": "none" })).toBe(true);
    expect(from({})).toBe(true);
  });

  it("a change is refused from any other origin", () => {
    for (const origin of [
      "https://evil.example",
      "null",
      "http://happenstance.test",
      "https://happenstance.test:8443",
      "https://sub.happenstance.test",
      "https://happenstance.test.evil.example",
      "",
    ]) {
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        expect([origin, from({ origin }, method)]).toEqual([origin, false]);
      }
    }
    expect(from({ "sec-fetch-site": "cross-site" })).toBe(false);
    expect(from({ "sec-fetch-site": "same-site" })).toBe(false);
    expect(from({ origin: "https://evil.example", "sec-fetch-site": "same-origin" })).toBe(false);
  });

  it("a request that only reads is accepted from any origin", () => {
    for (const method of ["GET", "HEAD"]) {
      expect(from({ origin: "https://evil.example" }, method)).toBe(true);
    }
  });
});
