import { PacketType } from "socket.io-parser";
import { describe, expect, it } from "vitest";
import { createPair } from "../realtime/support";
import { WebSocketClient } from "../realtime/websocket-client";

/*
 * The worst packets that a member's live connection may send: the work is bounded by the number of bytes, the answer is
 * short, and the partner receives nothing but `typing`. A connection that breaks the protocol is closed.
 */

const BYTES = 60_000;
/** Wide enough for a busy machine, because a time that grows with the square of the bytes or faster is far above it. */
const MOST_MS = 10_000;
const MOST_ANSWER_BYTES = 8_192;

const repeat = (text: string, bytes = BYTES) => text.repeat(Math.floor(bytes / text.length));
const deep = "[".repeat(BYTES / 2) + "]".repeat(BYTES / 2);

const FRAMES: [string, string][] = [
  ["brackets within brackets", `42["send_message",${deep}]`],
  ["brackets that never close", `42${repeat("[")}`],
  ["objects within objects", `42["typing",${repeat('{"a":', BYTES - 20)}`],
  ["a wide event", `42["typing",${repeat("1,")}1]`],
  [
    "an object of many keys",
    `42["typing",{${Array.from({ length: 5_000 }, (_, i) => `"k${i}":1`).join()}}]`,
  ],
  ["a prototype", `42["send_message",{"__proto__":{"content":"x"},"constructor":{"prototype":1}}]`],
  ["a long name of an event", `42["${repeat("a")}"]`],
  ["a namespace that never ends", `42/${repeat("a/")}`],
  ["an id of digits", `42${repeat("9")}["typing"]`],
  ["a number of attachments", `45${repeat("9")}-["typing",{"_placeholder":true,"num":0}]`],
  [
    "the receipt of a message with a long id",
    `42["message_received",{"message_id":"${repeat("a")}"}]`,
  ],
  ["receipts, as many as fit", repeat('42["message_received",{"message_id":"a"}]\x1e')],
  ["as many packets as fit", repeat('42["typing"]\x1e')],
  ["an unknown packet type", `49${repeat("x")}`],
  ["an unknown type of the engine", `9${repeat("x")}`],
  ["invalid base64", `b${repeat("%")}`],
  ["larger than a payload may be", `42["typing","${repeat("a", 70_000)}"]`],
  ["nothing", ""],
];

describe("a packet of a live connection", () => {
  it.each(FRAMES)("a packet takes bounded time and a short answer: %s", async (_name, frame) => {
    const { ann, ben, id } = await createPair();
    const partner = await WebSocketClient.join("own", ben, id);
    const client = await WebSocketClient.join("own", ann, id);
    let bytes = 0;
    client.socket.addEventListener("message", ({ data }) => {
      bytes += String(data).length;
    });
    const before = partner.packets.length;
    const begun = performance.now();
    client.socket.send(frame);
    // This packet is answered after the frame was handled, unless the frame has closed the connection.
    const answer = client.emitWithAck("join_conversation", id);
    await Promise.race([answer, client.until(() => client.isClosed)]);
    expect(performance.now() - begun).toBeLessThan(MOST_MS);
    expect(bytes).toBeLessThan(MOST_ANSWER_BYTES);
    const heard = partner.packets.slice(before).map(({ data }) => data[0]);
    expect(heard.filter((event) => event !== "typing")).toEqual([]);
    // The object still works, so another connection of the same member can join.
    const next = await WebSocketClient.join("own", ann, id);
    expect(next.packets[0]?.type).toBe(PacketType.CONNECT);
    for (const one of [client, partner, next]) if (!one.isClosed) one.close();
  });
});
