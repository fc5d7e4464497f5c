import { expect, it, vi } from "vitest";
import { BROWSER } from "~/app/messaging/browser";
import { Connection, type ConnectionState } from "~/app/messaging/connection";
import { openLiveSocket } from "~/app/messaging/live-socket";
import type { MessageDto } from "~/core/shared/contract";
import type { SeededMember } from "../../support/seed";
import { channel, createPair, ORIGIN, pageHeaders, TRANSPORTS } from "./support";

function connect(
  member: SeededMember,
  id: string,
  transports: (typeof TRANSPORTS)[keyof typeof TRANSPORTS],
  headers: Record<string, string>,
) {
  const states: ConnectionState[] = [];
  const messages: MessageDto[] = [];
  const here: boolean[] = [];
  const environment = {
    ...BROWSER,
    isOnline: () => true,
    isVisible: () => true,
    watchDevice: () => () => {},
    openSocket: async (conversationId: string) =>
      openLiveSocket(conversationId, () => member.token, {
        transports,
        extraHeaders: headers,
        origin: ORIGIN,
      }),
  };
  const connection = new Connection(environment, id, {
    state: (state) => void states.push(state),
    missed: () => {},
    stale: () => {},
    heard: {
      new_message: (message) => void messages.push(message),
      partner_here: (partner) => void here.push(partner.here),
      messages_read: () => {},
      typing: () => {},
      question_answered: () => {},
      question_revealed: () => {},
    },
  });
  connection.open();
  return { connection, states, messages, here };
}

it.each([
  ["by its cookie, to the conversation's object", "own"],
  ["by polling, through a shard", "polling"],
] as const)(
  "the pages' client that connects %s can talk and hears whether the partner is here",
  async (_way, way) => {
    const { ann, ben, id } = await createPair();
    vi.spyOn(console, "debug").mockImplementation(() => {});
    const open = (member: SeededMember) =>
      connect(member, id, TRANSPORTS[way], way === "own" ? pageHeaders(member) : {});
    const one = open(ann);
    await vi.waitFor(() => expect(one.states).toEqual(["live"]));
    const other = open(ben);
    await vi.waitFor(() => expect(other.states).toEqual(["live"]));
    await vi.waitFor(() => expect([one.here, other.here]).toEqual([[false, true], [true]]));
    const sent = await one.connection.send({ content: " hello ", client_id: "key" });
    expect(sent).toMatchObject({ content: "hello", sender_id: ann.id, client_id: "key" });
    const again = await one.connection.send({ content: " hello ", client_id: "key" });
    expect(again).toEqual(sent);
    await vi.waitFor(() => expect(other.messages).toMatchObject([{ content: "hello" }]));
    expect(one.messages).toEqual([sent]);
    // `send` returns null if the message is refused. The page then sends it by POST, whose answer gives the reason.
    expect(await one.connection.send({ content: " ", client_id: "blank" })).toBeNull();
    await channel.endSessions([ann.sessionId], [id]);
    await vi.waitFor(() => expect(one.states).toContain("reconnecting"));
    expect(one.connection.isConnected).toBe(false);
    expect(other.states).toEqual(["live"]);
    one.connection.close();
    other.connection.close();
  },
);
