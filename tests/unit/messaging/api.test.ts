import { afterEach, expect, it, vi } from "vitest";
import { postRead } from "~/app/messaging/api";
import { BROWSER } from "~/app/messaging/browser";
import { readAuthToken, rememberToken } from "~/app/messaging/token";

afterEach(() => {
  rememberToken(null);
  vi.unstubAllGlobals();
});

const keep = (authToken: string) =>
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (key === "authToken" ? authToken : null),
  });

it("calls with the page's own token, whatever another session has left in the browser", async () => {
  const fetched = vi.fn((_path: string, _init: RequestInit) =>
    Promise.resolve(Response.json({ read: 0 })),
  );
  vi.stubGlobal("fetch", fetched);
  keep("of-another-session");
  rememberToken("of-the-page");
  await postRead(BROWSER, "a-conversation");
  expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({ authorization: "Bearer of-the-page" });
});

it("takes the kept token where the page has none, and none where nothing may be kept", () => {
  keep("kept");
  expect(readAuthToken()).toBe("kept");
  vi.stubGlobal("localStorage", undefined);
  expect(readAuthToken()).toBeNull();
});
