import { expect, it, vi } from "vitest";
import { BROWSER } from "~/app/messaging/browser";
import type { ConversationSocketEvents } from "~/app/messaging/environment";
import { ConversationSocket } from "~/app/messaging/socket";
import type { OpenWebSocket } from "~/app/messaging/websocket-line";
import type { MessageDto } from "~/core/shared/contract";
import { channel, createPair, type TestMember } from "./support";
import { openSocket } from "./websocket-client";

/** The client of the pages, over a WebSocket of the real Worker. @param headers what its browser sends along */
function connect(member: TestMember, id: string, headers: Record<string, string>) {
  const told = { joined: vi.fn(), lost: vi.fn(), unauthenticated: vi.fn(), closed: vi.fn() };
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
  const events: ConversationSocketEvents = {
    ...told,
    message: (message) => void messages.push(message),
    read: () => {},
    typing: () => {},
    question: () => {},
    refused: () => {},
  };
  const socket = new ConversationSocket(id, events, {
    clock: BROWSER.clock,
    random: () => 0,
    readToken: () => member.token,
    openWebSocket,
    loadPolling: () => Promise.reject(new Error("this network has no polls")),
  });
  return { socket, told, messages };
}

const ORIGIN = "https://happenstance.example";

it.each([
  ["by its cookie, straight from the object", true],
  ["without a cookie, relayed", false],
])(
  "the pages' client comes %s: it sends, hears, and notices the end of its session",
  async (_way, hasCookie) => {
    const { ann, ben, id } = await createPair();
    vi.spyOn(console, "debug").mockImplementation(() => {});
    const headers = (member: TestMember): Record<string, string> =>
      hasCookie ? { Origin: ORIGIN, Cookie: `__Host-session=${member.token}` } : {};
    const [one, other] = [connect(ann, id, headers(ann)), connect(ben, id, headers(ben))];
    await vi.waitFor(() => {
      expect(one.told.joined).toHaveBeenCalledOnce();
      expect(other.told.joined).toHaveBeenCalledOnce();
    });
    const sent = await one.socket.send({ content: " hello ", client_id: "key" });
    expect(sent).toMatchObject({ content: "hello", sender_id: ann.memberId, client_id: "key" });
    const again = await one.socket.send({ content: " hello ", client_id: "key" });
    expect(again).toEqual(sent);
    await vi.waitFor(() => expect(other.messages).toMatchObject([{ content: "hello" }]));
    expect(one.messages).toEqual([sent]);
    // What the server refuses is the POST's to say.
    expect(await one.socket.send({ content: " ", client_id: "blank" })).toBeNull();
    await channel.endSessions(ann.memberId, [ann.sessionId], [id]);
    await vi.waitFor(() => expect(one.told.lost).toHaveBeenCalled());
    expect(one.socket.isConnected).toBe(false);
    expect(other.told.lost).not.toHaveBeenCalled();
    one.socket.close();
    other.socket.close();
  },
);
