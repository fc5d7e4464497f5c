import { describe, expect, it } from "vitest";
import { createPair, openSocket, pageHeaders, TestClient } from "../conversation/support";

/*
 * The worst packets that a live connection can send. The partner receives nothing of them but
 * `typing`, and a connection that breaks the protocol is closed.
 */

const BYTES = 60_000;
/** Enough for a busy machine. Work that grows with the square of the bytes takes far longer. */
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
  ["a long id of a message", `42["send_message",{"client_id":"${repeat("a")}"}]`],
  ["as many packets as fit", repeat('42["typing"]\x1e')],
  ["an unknown packet type", `49${repeat("x")}`],
  ["an unknown type of the engine", `9${repeat("x")}`],
  ["invalid base64", `b${repeat("%")}`],
  ["larger than a payload may be", `42["typing","${repeat("a", 70_000)}"]`],
  ["nothing", ""],
  ["an event without its name", "42"],
];

describe.each<"page" | "shard">(["page", "shard"])(
  "a packet of a live connection (%s)",
  (holder) => {
    it.each(FRAMES)("a packet gets a short answer in bounded time: %s", async (_name, frame) => {
      const { ann, ben, id } = await createPair();
      const way = holder === "page" ? "own" : "stock";
      const partner = await TestClient.joinBy(way, ben, id);
      const query = `EIO=4&transport=websocket${holder === "page" ? `&conversation=${id}` : ""}`;
      const socket = await openSocket(query, holder === "page" ? pageHeaders(ann) : {});
      let bytes = 0;
      const done = Promise.withResolvers<void>();
      socket.addEventListener("close", () => done.resolve());
      socket.addEventListener("message", ({ data }) => {
        const text = String(data);
        if (text.startsWith("40")) socket.send(`420["join_conversation","${id}"]`);
        else if (text.startsWith("430")) {
          bytes = 0;
          socket.send(frame);
          // The server answers this ping after the frame, unless it has closed the connection.
          socket.send('421["ping"]');
        } else if (text.startsWith("431")) done.resolve();
        bytes += text.length;
      });
      socket.accept();
      const before = partner.heard.length;
      const begun = performance.now();
      socket.send(`40{"token":"${ann.token}"}`);
      await done.promise;
      expect(performance.now() - begun).toBeLessThan(MOST_MS);
      expect(bytes).toBeLessThan(MOST_ANSWER_BYTES);
      await partner.settle();
      const heard = partner.heard.slice(before).map(([event]) => event);
      const harmless = ["typing", "partner_here", "server_test", "test_broadcast"];
      expect(heard.filter((event) => !harmless.includes(event))).toEqual([]);
      const next = await TestClient.joinBy(way, ann, id);
      expect(next.refusal).toBeNull();
    });
  },
);
