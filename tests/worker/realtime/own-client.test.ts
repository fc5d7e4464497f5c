import { expect, it, vi } from "vitest";
import { BROWSER } from "~/app/messaging/browser";
import { Connection, type ConnectionState } from "~/app/messaging/connection";
import { type OpenWebSocket, WebSocketLine } from "~/app/messaging/websocket-line";
import type { MessageDto } from "~/core/shared/contract";
import { channel, createPair, type TestMember } from "./support";
import { openSocket } from "./websocket-client";

/** Connects the pages' client over a WebSocket of the real Worker. @param headers those that its browser sends */
function connect(member: TestMember, id: string, headers: Record<string, string>) {
  const states: ConnectionState[] = [];
  const messages: MessageDto[] = [];
  const openWebSocket: OpenWebSocket = (path, { message, closed }) => {
    const { searchParams } = new URL(path, "https://happenstance.example");
    searchParams.delete("EIO");
    searchParams.delete("transport");
    const opening = openSocket(`&${searchParams}`, headers).then((socket) => {
      socket.addEventListener("message", ({ data }) => message(data));
      socket.addEventListener("close", closed);
      socket.accept();
      return socket;
    });
    opening.catch(closed);
    const use = (work: (socket: WebSocket) => void) => void opening.then(work, () => {});
    return {
      send: (data) => use((socket) => socket.send(data)),
      close: () => use((socket) => socket.close()),
    };
  };
  const environment = {
    ...BROWSER,
    random: () => 0,
    isOnline: () => true,
    isVisible: () => true,
    watchDevice: () => () => {},
    readToken: () => member.token,
    openLine: (...[request, events]: Parameters<typeof BROWSER.openLine>) =>
      new WebSocketLine(BROWSER.clock, openWebSocket, request, events),
    loadPolling: () => Promise.reject(new Error("this network has no polls")),
  };
  const connection = new Connection(environment, id, true, {
    state: (state) => void states.push(state),
    message: (message) => void messages.push(message),
    missed: () => {},
    read: () => {},
    typing: () => {},
    question: () => {},
    stale: () => {},
  });
  connection.open();
  return { connection, states, messages };
}

const ORIGIN = "https://happenstance.example";

it.each([
  ["by its cookie, directly to the object", true],
  ["without a cookie, through a relay", false],
])(
  "the pages' client that connects %s sends and receives, and tries to reconnect at the end of its session",
  async (_way, hasCookie) => {
    const { ann, ben, id } = await createPair();
    vi.spyOn(console, "debug").mockImplementation(() => {});
    const headers = (member: TestMember): Record<string, string> =>
      hasCookie ? { Origin: ORIGIN, Cookie: `__Host-session=${member.token}` } : {};
    const [one, other] = [connect(ann, id, headers(ann)), connect(ben, id, headers(ben))];
    await vi.waitFor(() => {
      expect([one.states, other.states]).toEqual([["live"], ["live"]]);
    });
    const sent = await one.connection.send({ content: " hello ", client_id: "key" });
    expect(sent).toMatchObject({ content: "hello", sender_id: ann.memberId, client_id: "key" });
    const again = await one.connection.send({ content: " hello ", client_id: "key" });
    expect(again).toEqual(sent);
    await vi.waitFor(() => expect(other.messages).toMatchObject([{ content: "hello" }]));
    expect(one.messages).toEqual([sent]);
    // The client answers null to a refusal, so that the page sends by the POST, whose answer has the reason.
    expect(await one.connection.send({ content: " ", client_id: "blank" })).toBeNull();
    await channel.endSessions(ann.memberId, [ann.sessionId], [id]);
    await vi.waitFor(() => expect(one.states).toContain("reconnecting"));
    expect(one.connection.isConnected).toBe(false);
    expect(other.states).toEqual(["live"]);
    one.connection.close();
    other.connection.close();
  },
);
