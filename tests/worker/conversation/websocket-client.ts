import { pageHeaders, TestClient, type TestMember, type Way } from "./support";

export type { Way };

export const WebSocketClient = {
  connect: (way: Way, member: TestMember, conversationId: string) =>
    TestClient.connect({
      way,
      token: member.token,
      ...(way === "own" ? { conversationId, headers: pageHeaders(member) } : {}),
    }),

  async join(way: Way, member: TestMember, conversationId: string) {
    const client = await WebSocketClient.connect(way, member, conversationId);
    client.socket.emit("join_conversation", conversationId);
    await client.event("joined_conversation");
    return client;
  },
};
