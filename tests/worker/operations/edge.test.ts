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

/** A fence that lets `limit` requests of a key pass, and remembers the keys. */
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

describe("http", () => {
  it.each(["/", "/login?next=%2Fprofile", "/api/users/me", "/socket.io/?EIO=4"])(
    "redirects %s to the https address",
    async (path) => {
      const response = await get(`http://date.example${path}`, { ORIGIN: "https://date.example" });
      expect(response.status).toBe(301);
      expect(response.headers.get("location")).toBe(`https://date.example${path}`);
    },
  );

  it("redirects to the configured host, whatever the request's Host says", async () => {
    const response = await get("http://evil.example//other.example/", {
      ORIGIN: "https://date.example",
    });
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.host).toBe("date.example");
  });

  it("is served where no https address is configured", async () => {
    expect((await get("http://127.0.0.1:8787/", {})).status).toBe(200);
  });
});

describe("the fence", () => {
  const from = (address: string) => ({ headers: { "cf-connecting-ip": address } });

  it("answers 429 with Retry-After beyond the limit, for this address alone", async () => {
    const { fence: REQUEST_FENCE } = createFence(2);
    const ask = (address: string) => get("https://date.example/", { REQUEST_FENCE }, from(address));
    expect((await ask("203.0.113.1")).status).toBe(200);
    expect((await ask("203.0.113.1")).status).toBe(200);
    const refused = await ask("203.0.113.1");
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect((await ask("203.0.113.2")).status).toBe(200);
  });

  it("counts an IPv6 client by its /64, and no loopback address", async () => {
    const { fence: REQUEST_FENCE, keys } = createFence(100);
    for (const address of ["2001:db8::1", "2001:db8::2", "127.0.0.1", "::1"]) {
      await get("https://date.example/", { REQUEST_FENCE }, from(address));
    }
    expect(keys).toEqual(["2001:db8:0:0::/64", "2001:db8:0:0::/64"]);
  });

  it.each([
    ["POST", "/api/auth/login", 1],
    ["POST", "//api/auth/register", 1],
    ["POST", "/login", 1],
    ["POST", "/signup.data", 1],
    ["GET", "/login", 0],
    ["POST", "/loginx", 0],
    ["POST", "/api/pairings/trigger-pairings", 0],
  ])("counts %s %s as an account request %i times", async (method, path, times) => {
    const { fence: ACCOUNT_FENCE, keys } = createFence(100);
    await get(`https://date.example${path}`, { ACCOUNT_FENCE }, { method, ...from("203.0.113.1") });
    expect(keys).toHaveLength(times);
  });
});
