import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort, type Launched, launch } from "~/scripts/lib/launch.mjs";
import { toolEnvironment } from "~/scripts/lib/project.mjs";

// These tests call the shards' Socket.IO server without the rest of the Worker, through wrangler dev. They check the
// code between `fetch` and that server. The official suites of Engine.IO and Socket.IO test its protocols
// (docs/decisions/realtime-transport.md).

let server: Launched;
let url: string;

beforeAll(async () => {
  const port = await findFreePort();
  // The ping interval of the official suites, 300 ms, is too short for a busy machine.
  const variables = ["--var", "PING_INTERVAL:5000"];
  const config = ["--config", "tests/support/transport-worker/wrangler.toml"];
  const options = [...config, "--port", String(port), "--inspector-port", "0", ...variables];
  url = `http://127.0.0.1:${port}`;
  server = await launch(["wrangler", "dev", ...options], {
    ready: `${url}/engine.io/?EIO=4&transport=polling`,
    env: toolEnvironment(),
  });
});
afterAll(() => server.killGroup());

it.each([
  ["by polling", ["polling"]],
  ["by WebSocket", ["websocket"]],
  ["that upgrades", ["polling", "websocket"]],
])(
  "a stock Socket.IO client %s exchanges text and binary with acknowledgements",
  async (_name, transports) => {
    const socket = io(url, { transports, auth: { token: "abc" }, forceNew: true });
    try {
      expect(await new Promise((resolve) => socket.once("auth", resolve))).toEqual({
        token: "abc",
      });
      const last = transports.at(-1);
      while (socket.io.engine.transport.name !== last) {
        await new Promise((resolve) => socket.io.engine.once("upgrade", resolve));
      }
      const bytes = Uint8Array.from({ length: 50_000 }, (_, i) => i % 256);
      const [text, echoed] = await new Promise<[string, Buffer]>((resolve) => {
        socket.emit("message-with-ack", "€ and 👋", bytes, (...values: [string, Buffer]) =>
          resolve(values),
        );
      });
      expect(text).toBe("€ and 👋");
      expect(Buffer.compare(Buffer.from(echoed), Buffer.from(bytes))).toBe(0);
    } finally {
      socket.disconnect();
    }
  },
);

async function openSession(): Promise<string> {
  const path = `${url}/engine.io/?EIO=4&transport=polling`;
  const text = await (await fetch(path)).text();
  const { sid } = JSON.parse(text.slice(1)) as { sid: string };
  return `${path}&sid=${sid}`;
}

it("a body without a stated length is refused once it is too large", async () => {
  const session = await openSession();
  const chunk = new TextEncoder().encode("4".padEnd(300_000, "x"));
  const body = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 4; i++) controller.enqueue(chunk);
      controller.close();
    },
  });
  const init = { method: "POST", body, duplex: "half" };
  expect((await fetch(session, init as RequestInit)).status).toBe(413);
});
