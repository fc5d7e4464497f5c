import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LiveServer, type Member, type Pair } from "./support/live-server";

// Tries each open advisory of the framework on the build as it is deployed (docs/decisions/framework.md).
const NEEDLE = "advisory-needle-4711";

let folder: string;
let server: LiveServer;
let member: Member;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "advisories-"));
  const opened = await LiveServer.open(folder);
  server = opened.server;
  member = (opened.pairs[0] as Pair).members[0];
});
afterAll(async () => {
  await server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

/** Fetches a page like a browser, without following redirects. */
const open = (
  path: string,
  { isMember = false, ...init }: RequestInit & { isMember?: boolean } = {},
) =>
  fetch(`${server.url}${path}`, {
    redirect: "manual",
    ...init,
    headers: { ...init.headers, ...(isMember ? { cookie: `session=${member.token}` } : {}) },
  });

describe("on the built Worker", () => {
  it("no request expands the manifest of routes (CVE-2026-42342, CVE-2026-55685)", async () => {
    const paths = Array.from({ length: 200 }, (_, i) => `p=/page-${i}`).join("&");
    for (const path of ["/__manifest", "/__manifest?version=1&p=/admin", `/__manifest?${paths}`]) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    }
  });

  it("no error that a page carries names a constructor (CVE-2026-53666, CVE-2026-42211)", async () => {
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

  it("no text of a request is in the stream of a page's data (CVE-2026-34077)", async () => {
    for (const path of [
      `/?q=${NEEDLE}`,
      `/login?${NEEDLE}=1`,
      `/faq?x=${NEEDLE}`,
      `/login.data?x=${NEEDLE}`,
    ]) {
      const response = await open(path, { headers: { "x-needle": NEEDLE } });
      const text = await response.text();
      // The form's action repeats the page's address, so only the scripts are read: they have the stream.
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
