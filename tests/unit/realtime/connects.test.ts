import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SOCKET_OPTIONS } from "~/worker/realtime/connections/socket-options";
import {
  type NamespaceHandler,
  SocketConnection,
} from "~/worker/realtime/transport/socket-io/connection";
import type { EngineSide } from "~/worker/realtime/transport/socket-io/socket";

/** The most CONNECTs in one moment, as many as events. */
const BURST = 40;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connection to a server with the namespace `/` and those below `/open`, and a count of what its handler was asked. */
function createConnection() {
  let asked = 0;
  const engine = {
    isOpen: true,
    sendEncoded: () => {},
    close: () => {
      engine.isOpen = false;
    },
  };
  const handler: NamespaceHandler<null, EngineSide> = {
    authorize({ name }) {
      asked += 1;
      return name === "stranger"
        ? { isAccepted: false, message: "no" }
        : { isAccepted: true, data: null };
    },
    onConnect() {},
    onEvent() {},
    onDisconnect() {},
  };
  const connection = new SocketConnection<null, EngineSide>(engine, SOCKET_OPTIONS, {
    findNamespace: (name) => (name === "/" || name.startsWith("/open") ? handler : undefined),
    onError(error) {
      throw error;
    },
  });
  const take = (...packets: string[]) => {
    for (const packet of packets) if (engine.isOpen) connection.onMessage(packet);
  };
  return { engine, take, countAsked: () => asked };
}

const CONNECT = "0";
const DISCONNECT = "1";
const cycles = (count: number) => Array.from({ length: count }, () => [CONNECT, DISCONNECT]).flat();

describe("the CONNECTs of one connection", () => {
  it("a connection that connects and disconnects without end is closed, and its handler is asked no more", () => {
    const { engine, take, countAsked } = createConnection();
    take(...cycles(BURST));
    expect([engine.isOpen, countAsked()]).toEqual([true, BURST]);
    take(CONNECT);
    expect([engine.isOpen, countAsked()]).toEqual([false, BURST]);
  });

  it.each([
    ["the handler refuses", '0{"name":"stranger"}'],
    ["name a namespace that doesn't exist", "0/nowhere,"],
  ])("CONNECTs that %s count as well", (_name, packet) => {
    const { engine, take } = createConnection();
    take(...Array.from({ length: BURST }, () => packet));
    expect(engine.isOpen).toBe(true);
    take(packet);
    expect(engine.isOpen).toBe(false);
  });

  it("a client of many namespaces that connects again once per second for an hour stays open", () => {
    const { engine, take } = createConnection();
    take(CONNECT, ...Array.from({ length: BURST - 1 }, (_, i) => `0/open${i},`));
    for (let second = 0; second < 3_600; second++) {
      vi.advanceTimersByTime(1_000);
      take("1/open0,", "0/open0,");
    }
    expect(engine.isOpen).toBe(true);
  });
});
