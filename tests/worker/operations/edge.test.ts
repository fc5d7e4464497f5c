import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createApp } from "~/worker/app";

const context = {
  waitUntil: () => undefined,
  passThroughOnException: () => undefined,
} as unknown as ExecutionContext;
const app = createApp(async () => new Response("page"));
const get = (url: string, bindings: object, init?: RequestInit) =>
  app.fetch(new Request(url, init), { ...env, ...bindings }, context);

function createFence(limit: number) {
  const keys: string[] = [];
  const fence: RateLimit = {
    async limit({ key }) {
      keys.push(key);
      return { success: keys.filter((one) => one === key).length <= limit };
    },
  };
  return { fence, keys };
}

describe("plain HTTP", () => {
  it.each(["/", "/login?next=%2Fprofile", "/api/users/me", "/socket.io/?EIO=4"])(
    "a plain HTTP request for %s is redirected to the https address",
    async (path) => {
      const response = await get(`http://date.example${path}`, { ORIGIN: "https://date.example" });
      expect(response.status).toBe(301);
      expect(response.headers.get("location")).toBe(`https://date.example${path}`);
    },
  );

  it("a plain HTTP request is redirected to the configured host, whatever its own host is", async () => {
    const response = await get("http://evil.example//other.example/", {
      ORIGIN: "https://date.example",
    });
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.host).toBe("date.example");
  });

  it("a plain HTTP request is served if no https address is configured", async () => {
    expect((await get("http://127.0.0.1:8787/", {})).status).toBe(200);
  });
});

describe("the platform's rate limit", () => {
  const from = (address: string) => ({ headers: { "cf-connecting-ip": address } });

  it("the platform's rate limit answers 429 with Retry-After to an address past the limit, and lets others pass", async () => {
    const { fence: REQUEST_FENCE } = createFence(2);
    const ask = (address: string) => get("https://date.example/", { REQUEST_FENCE }, from(address));
    expect((await ask("203.0.113.1")).status).toBe(200);
    expect((await ask("203.0.113.1")).status).toBe(200);
    const refused = await ask("203.0.113.1");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect((await ask("203.0.113.2")).status).toBe(200);
  });

  it("the platform's rate limit counts an IPv6 client by its /64, and counts no loopback address", async () => {
    const { fence: REQUEST_FENCE, keys } = createFence(100);
    for (const address of ["2001:db8::1", "2001:db8::2", "127.0.0.1", "::1"]) {
      await get("https://date.example/", { REQUEST_FENCE }, from(address));
    }
    expect(keys).toEqual(["2001:db8:0:0::/64", "2001:db8:0:0::/64"]);
  });

  const countCostly = async (method: string, path: string) => {
    const { fence: ACCOUNT_FENCE, keys } = createFence(100);
    await get(`https://date.example${path}`, { ACCOUNT_FENCE }, { method, ...from("203.0.113.1") });
    return keys.length;
  };

  it.each([
    ["POST", "/api/auth/login"],
    ["POST", "//api/auth/register"],
    ["POST", "/api/auth/forgot-password"],
    ["POST", "/api/auth/recover"],
    ["PUT", "/api/account/email"],
    ["POST", "/api/account/email/verification"],
    ["DELETE", "/api/auth/sessions"],
    ["PATCH", "/login"],
    ["POST", "/login"],
    ["POST", "/signup.data"],
    ["POST", "/forgot"],
    ["POST", "/reset"],
    ["POST", "/confirm"],
    ["POST", "/passkeys"],
    ["POST", "/profile?index"],
    ["POST", "/profile/email"],
    ["POST", "/profile/passkeys.data"],
    ["POST", "/profile/reset-password"],
    ["POST", "/admin/confirm"],
    ["POST", "/admin/passkey"],
  ])("the account limit counts %s %s as an account request", async (method, path) => {
    expect(await countCostly(method, path)).toBe(1);
  });

  it.each([
    ...["/LOGIN", "/login/", "/login//", "/%6cogin", "/%4Cogin", "/Login.data", "/login/.data"],
    ...["/LOGIN.DATA", "/signup/", "/%66orgot", "/%61pi/auth/login", "/api/%61uth/login"],
    ...["/api/auth/login/", "/%61pi/account/email", "/Profile/Email/", "/%70rofile.data?index"],
  ])(
    "the account limit counts POST %s as an account request, because routing accepts this spelling",
    async (path) => {
      expect(await countCostly("POST", path)).toBe(1);
    },
  );

  it.each([
    ["GET", "/login"],
    ["HEAD", "/login"],
    ["POST", "/loginx"],
    ["POST", "/"],
    ["POST", "/profile/edit"],
    ["POST", "/api/account/appeal"],
    ["POST", "/api/pairings/trigger-pairings"],
  ])("the account limit doesn't count %s %s as an account request", async (method, path) => {
    expect(await countCostly(method, path)).toBe(0);
  });
});
