import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { callApi, createMember, emptyDatabase, register } from "../../support/api";
import { countHashes } from "../../support/count-hashes";

beforeEach(emptyDatabase);

const from = (address: string) => ({ "cf-connecting-ip": address });
const nobody = () => `nobody-${crypto.randomUUID()}@example.org`;

const signIn = (email: string, password: string, address: string) =>
  callApi("POST", "/api/auth/login", { body: { email, password }, headers: from(address) });

const registerFrom = (email: string, address: string) => register({ email }, from(address));

const countRows = async (table: string) =>
  Number(await env.DB.prepare(`select count(*) as n from ${table}`).first("n"));

/** @returns the keys of the counters that begin or end with `text`, oldest first */
async function keysOf(text: string): Promise<string[]> {
  const { results } = await env.DB.prepare("select key from rate_windows order by rowid").all<{
    key: string;
  }>();
  const keys = results.map(({ key }) => key);
  return keys.filter((key) => key.startsWith(text) || key.endsWith(text));
}

async function fill(key: string | undefined, count: number): Promise<void> {
  const update = env.DB.prepare("update rate_windows set count = ? where key = ?");
  const { meta } = await update.bind(count, key ?? "").run();
  expect(meta.changes).toBe(1);
}

describe("one password tried at many accounts", () => {
  it("an address is refused after 100 failures, and its next sign-in computes no hash", async () => {
    const address = "203.0.113.5";
    for (let i = 0; i < 12; i++) {
      expect((await signIn(nobody(), "Summer2026!", address)).status).toBe(401);
    }
    await fill((await keysOf("failed-sign-in-address:"))[0], 99);
    expect((await signIn(nobody(), "Summer2026!", address)).status).toBe(401);
    const hashes = await countHashes(async () => {
      const refused = await signIn(nobody(), "Summer2026!", address);
      expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500);
    });
    expect(hashes).toBe(0);
    const member = await createMember();
    expect((await signIn(member.email, member.password, address)).status).toBe(429);
    expect((await signIn(member.email, member.password, "203.0.113.6")).status).toBe(200);
  });

  it("a /64 is refused after 100 failures, and a /48 after 1,000", async () => {
    const line = (host: number) => `2001:db8:1:2::${host.toString(16)}`;
    await signIn(nobody(), "wrong", line(1));
    // The /64 and the /48 each have a counter. The counter of the /64 is written first.
    const keys = await keysOf("failed-sign-in-address:");
    expect(keys).toHaveLength(2);
    await fill(keys[0], 100);
    expect((await signIn(nobody(), "wrong", line(2))).status).toBe(429);
    expect((await signIn(nobody(), "wrong", "2001:db8:1:3::1")).status).toBe(401);
    await fill(keys[1], 1_000);
    expect((await signIn(nobody(), "wrong", "2001:db8:1:4::1")).status).toBe(429);
    expect((await signIn(nobody(), "wrong", "2001:db8:2:4::1")).status).toBe(401);
  });

  it("failures from a loopback address are not counted by address", async () => {
    for (let i = 0; i < 3; i++) await signIn(nobody(), "wrong", "127.0.0.1");
    expect(await keysOf("failed-sign-in-address:")).toEqual([]);
  });

  it("guesses write one row per counter, however many guesses are made", async () => {
    const email = nobody();
    for (let i = 0; i < 12; i++) await signIn(email, "wrong", "203.0.113.7");
    expect(await countRows("rate_windows")).toBe(3);
  });
});

describe("failed sign-ins at one account from many addresses", () => {
  it("after 200 failures in an hour, an account refuses unknown networks but not known ones", async () => {
    const member = await createMember();
    const home = "198.51.100.1";
    expect((await signIn(member.email, member.password, home)).status).toBe(200);
    expect((await signIn(member.email, "wrong", "203.0.113.1")).status).toBe(401);
    await fill((await keysOf(":all"))[0], 199);
    expect((await signIn(member.email, "wrong", "203.0.113.2")).status).toBe(401);
    const refused = await signIn(member.email, member.password, "203.0.113.3");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_500);
    expect((await signIn(member.email, member.password, home)).status).toBe(200);
    // A known network still has its own limit of ten failures.
    for (let i = 0; i < 10; i++) {
      expect((await signIn(member.email, "wrong", home)).status).toBe(429);
    }
    expect((await signIn(member.email, member.password, home)).status).toBe(429);
  });

  it("past the limit, the refusal is the same with and without a member, and from a known or unknown network", async () => {
    const member = await createMember();
    const home = "198.51.100.1";
    expect((await signIn(member.email, member.password, home)).status).toBe(200);
    await signIn(member.email, "wrong", "203.0.113.1");
    const stranger = nobody();
    await signIn(stranger, "wrong", "203.0.113.1");
    for (const key of await keysOf(":all")) await fill(key, 200);
    const ask = async (email: string, password: string, address: string) => {
      let answer: unknown;
      const hashes = await countHashes(async () => {
        const { status, body, headers } = await signIn(email, password, address);
        const wait = Math.ceil(Number(headers.get("retry-after")) / 60);
        answer = { status, code: body.code, wait };
      });
      return { answer, hashes };
    };
    const expected = { answer: { status: 429, code: "too_many_requests", wait: 60 }, hashes: 1 };
    expect([
      await ask(member.email, "wrong", home),
      await ask(member.email, "wrong", "203.0.113.2"),
      await ask(member.email, member.password, "203.0.113.2"),
      await ask(stranger, "wrong", home),
    ]).toEqual(Array(4).fill(expected));
    for (let i = 0; i < 8; i++) await signIn(member.email, member.password, "203.0.113.2");
    expect(await countHashes(() => signIn(member.email, "wrong", "203.0.113.2"))).toBe(0);
  });

  it("failures in a known network also count towards the account's limit", async () => {
    const member = await createMember();
    const home = "198.51.100.1";
    expect((await signIn(member.email, member.password, home)).status).toBe(200);
    await signIn(member.email, "wrong", "203.0.113.1");
    const [key] = await keysOf(":all");
    await fill(key, 199);
    expect((await signIn(member.email, "wrong", home)).status).toBe(401);
    expect((await signIn(member.email, "wrong", "203.0.113.1")).status).toBe(429);
  });

  it("a sign-in keeps at most 50 networks of a member", async () => {
    const { id, email, password } = await createMember();
    await env.DB.batch(
      Array.from({ length: 60 }, (_, i) =>
        env.DB.prepare(
          "insert into member_networks (member_id, network_digest, last_seen_at) values (?, ?, ?)",
        ).bind(id, `n${i}`, i),
      ),
    );
    expect((await signIn(email, password, "198.51.100.1")).status).toBe(200);
    expect(await countRows("member_networks")).toBe(50);
  });
});

describe("sign-ups that probe who is a member", () => {
  it("after 20 sign-ups in an hour, an address no longer learns whether an e-mail has a member", async () => {
    const { email } = await createMember();
    const answers = [];
    for (let i = 0; i < 24; i++) answers.push((await registerFrom(email, "203.0.113.9")).status);
    expect(answers).toEqual([...Array(20).fill(409), ...Array(4).fill(429)]);
    expect((await registerFrom(nobody(), "203.0.113.9")).status).toBe(429);
    expect((await registerFrom(nobody(), "203.0.113.10")).status).toBe(201);
  });

  it("parallel sign-ups of one address are also limited to 20", async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => registerFrom(nobody(), "203.0.113.9")),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(refused[0]?.body.message).toBe(
      "Too many registrations from this address. Please try again in 60 minutes.",
    );
  });

  it("a /48 is refused after 200 sign-ups", async () => {
    await registerFrom(nobody(), "2001:db8:1:1::1");
    const keys = await keysOf("registration:");
    expect(keys).toHaveLength(2);
    await fill(keys[1], 200);
    expect((await registerFrom(nobody(), "2001:db8:1:9::1")).status).toBe(429);
  });
});

describe("sessions", () => {
  it("a member has at most 30 sessions, and a new one ends the oldest", async () => {
    const member = await createMember();
    await env.DB.batch(
      Array.from({ length: 29 }, (_, i) =>
        env.DB.prepare(
          "insert into sessions (id, member_id, created_at, expires_at) values (?, ?, ?, ?)",
        ).bind(`s${i}`, member.id, Date.now() + 1, Date.now() + 1e9),
      ),
    );
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000 });
    const answer = await signIn(member.email, member.password, "127.0.0.1");
    vi.useRealTimers();
    expect(answer.status).toBe(200);
    expect(await countRows("sessions")).toBe(30);
    const me = (token: unknown) => callApi("GET", "/api/users/me", { token: String(token) });
    expect((await me(member.token)).status).toBe(401);
    expect((await me(answer.body.token)).status).toBe(200);
  });

  it("a session that is used lasts at most 30 days, and an unused one ends when it expires", async () => {
    const day = 86_400_000;
    const start = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: start });
    try {
      const used = await createMember();
      const idle = await createMember();
      const me = (token: string) => callApi("GET", "/api/users/me", { token });
      for (let days = 2; days < 30; days += 4) {
        vi.setSystemTime(start + days * day);
        expect((await me(used.token)).status).toBe(200);
        expect((await me(idle.token)).status).toBe(days < 7 ? 200 : 401);
        if (days < 7) {
          const seen = "select last_seen_at as n from sessions where member_id = ?";
          const first = await env.DB.prepare(seen).bind(idle.id).first("n");
          expect(first).toBe(start + days * day);
          vi.setSystemTime(start + days * day + 1_000);
          await me(used.token);
          expect(await env.DB.prepare(seen).bind(used.id).first("n")).toBe(start + days * day);
          await env.DB.prepare("update sessions set expires_at = ? where member_id = ?")
            .bind(start + 7 * day, idle.id)
            .run();
        }
      }
      vi.setSystemTime(start + 30 * day);
      expect((await me(used.token)).status).toBe(401);
    } finally {
      vi.useRealTimers();
    }
  });

  it("a member lists only their own sessions, and can end all but the current one", async () => {
    const member = await createMember();
    const second = await signIn(member.email, member.password, "198.51.100.1");
    await createMember();
    const { body } = await callApi<
      { session_id: string; current: boolean; last_seen_at: string }[]
    >("GET", "/api/auth/sessions", { token: member.token });
    expect(body.map(({ current }) => current)).toEqual([false, true]);
    for (const { last_seen_at } of body) expect(last_seen_at).toMatch(/Z$/);
    const ended = await callApi("DELETE", "/api/auth/sessions", { token: member.token });
    expect(ended).toMatchObject({
      status: 200,
      body: { message: "You have been signed out everywhere else" },
    });
    const me = (token: unknown) => callApi("GET", "/api/users/me", { token: String(token) });
    expect((await me(second.body.token)).status).toBe(401);
    expect((await me(member.token)).status).toBe(200);
    const again = await callApi<unknown[]>("GET", "/api/auth/sessions", { token: member.token });
    expect(again.body).toHaveLength(1);
  });
});
