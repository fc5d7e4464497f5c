import { createRequestHandler, redirect, type ServerBuild } from "@remix-run/cloudflare";
import { describe, expect, it, vi } from "vitest";
import { safeNext } from "~/app/lib/safe-next";
import { callApi } from "../../support/api";
import { seedMember } from "../../support/seed";

/*
 * Remix 2 gets no more releases. These tests show that no advisory since 2.17, for Remix or its
 * successor, affects us (docs/decisions/framework.md). tests/e2e/routes.spec.ts checks
 * `/__manifest` of the built pages.
 */

/** The framework's code in the browser would look this name up on `window` and call it. */
const HOSTILE = "Function";

class HostileError extends Error {
  override name = HOSTILE;
}

function createPages(loader: () => unknown) {
  const module = { default: () => null, loader };
  const route = {
    id: "root",
    path: "",
    hasLoader: true,
    hasErrorBoundary: true,
    module: "/root.js",
  };
  const build = {
    mode: "production",
    entry: {
      module: {
        // The answer's body has everything from which a browser hydrates the page, including the
        // streamed data.
        default: async (_request: Request, status: number, headers: Headers, page: unknown) => {
          const { serverHandoffString, serverHandoffStream } = page as {
            serverHandoffString: string;
            serverHandoffStream?: ReadableStream;
          };
          const data = serverHandoffStream ? await new Response(serverHandoffStream).text() : "";
          return new Response(serverHandoffString + data, { status, headers });
        },
        handleError: () => undefined,
      },
    },
    routes: { root: { id: "root", path: "", module } },
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: { root: route },
      url: "/m.js",
      version: "1",
    },
    publicPath: "/",
    assetsBuildDirectory: "build/client",
    future: { v3_singleFetch: true, v3_lazyRouteDiscovery: false },
    isSpaMode: false,
  } as unknown as ServerBuild;
  return createRequestHandler(build, "production");
}

const ask = (path: string, loader: () => unknown) =>
  createPages(loader)(new Request(`https://date.example${path}`), {} as never);

describe("an error's constructor, chosen by its name (CVE-2026-53666, CVE-2026-42211)", () => {
  it.each(["/", "/_root.data"])(
    "the name of a loader's error is not in the answer (%s)",
    async (path) => {
      const response = await ask(path, () => {
        throw new HostileError("an inner detail");
      });
      const body = await response.text();
      expect(response.status).toBe(500);
      expect(body).toContain("Unexpected Server Error");
      expect(body).not.toContain(HOSTILE);
      expect(body).not.toContain("__subType");
      expect(body).not.toContain("an inner detail");
    },
  );

  it("the body of a call does not change any prototype", async () => {
    const { token } = await seedMember();
    const bodies = [
      '{"__proto__":{"polluted":"yes"},"name":"A"}',
      '{"constructor":{"prototype":{"polluted":"yes"}},"name":"A"}',
      '{"name":{"__proto__":{"polluted":"yes"}}}',
    ];
    for (const body of bodies) {
      for (const [method, path] of [
        ["POST", "/api/auth/login"],
        ["POST", "/api/auth/register"],
        ["PUT", "/api/users/profile"],
        ["PUT", "/api/users/location"],
      ] as const) {
        await callApi(method, path, { token, body: JSON.parse(body) });
      }
    }
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("a redirect to another host (CVE-2026-40181, CVE-2026-53669)", () => {
  it("a loader that passes an address through `safeNext` redirects to no other host", async () => {
    for (const next of [
      "//evil.example",
      "/\\evil.example",
      "/\t/evil.example",
      "\\\\evil.example",
    ]) {
      const response = await ask("/", () => {
        throw redirect(safeNext(next));
      });
      expect(response.headers.get("location")).toBe("/");
    }
  });
});

describe("/__manifest (CVE-2026-42342, CVE-2026-55685)", () => {
  it("`/__manifest` is an unknown address, because lazy route discovery is off", async () => {
    const paths = Array.from({ length: 1_000 }, (_, index) => `p=/${index}`).join("&");
    const response = await ask(`/__manifest?${paths}`, () => null);
    expect(response.status).toBe(404);
  });
});

describe("a request's text in the data's stream (CVE-2026-34077)", () => {
  it("the query does not change the size of a data answer", async () => {
    const sizeOf = async (query: string) =>
      (await (await ask(`/_root.data?_routes=root&${query}`, () => ({ fixed: true }))).text())
        .length;
    const log = vi.spyOn(console, "error");
    expect(await sizeOf(`x=${"a".repeat(8_000)}`)).toBe(await sizeOf("x=a"));
    expect(log).not.toHaveBeenCalled();
  });
});
