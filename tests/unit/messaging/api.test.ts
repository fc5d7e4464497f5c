import { afterEach, expect, it, vi } from "vitest";
import { postRead } from "~/app/messaging/api";
import { BROWSER } from "~/app/messaging/browser";
import { findAuthToken, readAuthToken, rememberSession } from "~/app/messaging/token";

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

/** A server that answers the token of one session, and whatever else is asked. */
function serve(token: string | null) {
  const fetched = vi.fn((path: string, _init: RequestInit) =>
    Promise.resolve(Response.json(path === "/session" ? { token } : { read: 0 })),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

it("calls with the page's own token, whatever another session has left in the browser", async () => {
  const fetched = serve(tokenOf("the-page"));
  keep(tokenOf("another"));
  rememberSession("the-page");
  await Promise.all([postRead(BROWSER, "a-conversation"), postRead(BROWSER, "a-conversation")]);
  const authorization = `Bearer ${tokenOf("the-page")}`;
  for (const [path, init] of fetched.mock.calls) {
    if (path !== "/session") expect(init.headers).toMatchObject({ authorization });
  }
  await postRead(BROWSER, "a-conversation");
  // Asked for once.
  expect(fetched.mock.calls.map(([path]) => path).filter((path) => path === "/session")).toEqual([
    "/session",
  ]);
});

it("asks for nothing that the browser keeps", async () => {
  const fetched = serve(null);
  keep(tokenOf("kept"));
  rememberSession("kept");
  expect(await findAuthToken()).toBe(tokenOf("kept"));
  expect(fetched).not.toHaveBeenCalled();
});

it("never calls for another session: the cookie may be another member's by now", async () => {
  serve(tokenOf("another-by-now"));
  keep(tokenOf("another"));
  rememberSession("no-more");
  expect(await findAuthToken()).toBeNull();
});

it("tells a call that finds no token as one without an answer, and asks again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  keep(tokenOf("another"));
  rememberSession("the-unlucky");
  expect(await postRead(BROWSER, "a-conversation")).toEqual({ kind: "unreachable" });
  serve(tokenOf("the-unlucky"));
  expect(await postRead(BROWSER, "a-conversation")).toEqual({ kind: "ok", body: true });
});

it("takes the kept token where the page has none, and none where nothing may be kept", () => {
  keep("kept");
  expect(readAuthToken()).toBe("kept");
  vi.stubGlobal("localStorage", undefined);
  expect(readAuthToken()).toBeNull();
});
