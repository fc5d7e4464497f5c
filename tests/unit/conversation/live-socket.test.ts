import { expect, it } from "vitest";
import { openLiveSocket } from "~/app/messaging/live-socket";

it("a socket that is closed before the server has answered ends without an error", () => {
  const socket = openLiveSocket("a-conversation", () => null, { origin: "http://127.0.0.1:1" });
  expect(() => socket.disconnect()).not.toThrow();
  expect(socket.active).toBe(false);
});
