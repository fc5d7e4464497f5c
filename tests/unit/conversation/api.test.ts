import { afterEach, expect, it, vi } from "vitest";
import { findAuthToken, readAuthToken, rememberSession } from "~/app/lib/session-token";
import { postRead } from "~/app/messaging/api";
import { BROWSER } from "~/app/messaging/browser";

afterEach(() => {
  rememberSession(null);
  vi.unstubAllGlobals();
});

const keep = (authToken: string) =>
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (key === "authToken" ? authToken : null),
  });

const tokenOf = (sid: string) =>
  `x.${Buffer.from(JSON.stringify({ sid, iat: 1 })).toString("base64url")}.y`;

function serve(token: string | null) {
  const fetched = vi.fn((path: string, _init: RequestInit) =>
    Promise.resolve(Response.json(path === "/session" ? { token } : { read: 0 })),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

it("calls fetch the token of the page's session once, and ignore another session's stored token", async () => {
  const fetched = serve(tokenOf("the-page"));
  keep(tokenOf("another"));
  rememberSession("the-page");
  await Promise.all([postRead(BROWSER, "a-conversation"), postRead(BROWSER, "a-conversation")]);
  const authorization = `Bearer ${tokenOf("the-page")}`;
  for (const [path, init] of fetched.mock.calls) {
    if (path !== "/session") expect(init.headers).toMatchObject({ authorization });
  }
  await postRead(BROWSER, "a-conversation");
  expect(fetched.mock.calls.map(([path]) => path).filter((path) => path === "/session")).toEqual([
    "/session",
  ]);
});

it("findAuthToken makes no request if the browser stores the token of the page's session", async () => {
  const fetched = serve(null);
  keep(tokenOf("kept"));
  rememberSession("kept");
  expect(await findAuthToken()).toBe(tokenOf("kept"));
  expect(fetched).not.toHaveBeenCalled();
});

it("findAuthToken returns null if neither the stored token nor the fetched one belongs to the page's session", async () => {
  serve(tokenOf("another-by-now"));
  keep(tokenOf("another"));
  rememberSession("no-more");
  expect(await findAuthToken()).toBeNull();
});

it("a call that can't fetch a token reports the server as unreachable, and the next call fetches again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  keep(tokenOf("another"));
  rememberSession("the-unlucky");
  expect(await postRead(BROWSER, "a-conversation")).toMatchObject({ ok: false, status: 504 });
  serve(tokenOf("the-unlucky"));
  expect(await postRead(BROWSER, "a-conversation")).toEqual({ ok: true, body: { read: 0 } });
});

it("readAuthToken returns the stored token if the page has no session, and null without localStorage", () => {
  keep("kept");
  expect(readAuthToken()).toBe("kept");
  vi.stubGlobal("localStorage", undefined);
  expect(readAuthToken()).toBeNull();
});
