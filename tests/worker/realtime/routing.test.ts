import { createExecutionContext, listDurableObjectIds } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createSid, pickLobby, readHome } from "~/worker/realtime/home";
import { handleRealtime } from "~/worker/realtime/route-realtime";
import { expectLoggedError } from "../../support/fail-on-console";
import {
  bindings,
  block,
  createMember,
  createPair,
  endConversation,
  request,
  TestClient,
} from "./support";

const POLLING = "EIO=4&transport=polling";
const SECRET = bindings.SESSION_SECRET;

async function refusal(response: Response): Promise<[number, number]> {
  const { code } = (await response.json()) as { code: number };
  return [response.status, code];
}

async function countObjects(): Promise<number> {
  return (await listDurableObjectIds(bindings.CONVERSATIONS)).length;
}

describe("a request that is wrong by itself", () => {
  it.each([
    ["GET", "transport=polling", 5],
    ["GET", "EIO=3&transport=polling", 5],
    ["GET", "EIO=4", 0],
    ["GET", "EIO=4&transport=websocket", 0],
    ["POST", POLLING, 2],
    ["OPTIONS", POLLING, 2],
    ["GET", `${POLLING}&sid=unknown`, 1],
    ["GET", `${POLLING}&sid=l16.aaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa`, 1],
    ["GET", `${POLLING}&sid=l1.aaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa`, 1],
    ["POST", `${POLLING}&sid=cAAAAAAAAAAAA.aaaaaaaaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaa`, 1],
    ["GET", `${POLLING}&sid=${"l1.".repeat(2_000)}`, 1],
    ["DELETE", `${POLLING}&sid=unknown`, 3],
    ["GET", "EIO=3&transport=polling&sid=unknown", 3],
  ])("%s ?%s gets code %i, and no object comes to life", async (method, query, code) => {
    const before = await countObjects();
    const response = await request(`/socket.io/?${query}`, { method });
    expect(await refusal(response)).toEqual([400, code]);
    expect(await countObjects()).toBe(before);
  });

  it("is 404 on any other path", async () => {
    expect((await request(`/socket.io/admin?${POLLING}`)).status).toBe(404);
  });

  it("is 413 when its body is too large, before any object is touched", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.join(ann, id);
    const path = `/socket.io/?${POLLING}&sid=${client.sid}`;
    const body = `4${"x".repeat(64 * 1024)}`;
    const headers = { "Content-Length": String(body.length) };
    expect((await request(path, { method: "POST", body, headers })).status).toBe(413);
    expect((await request(path, { method: "POST", body })).status).toBe(413);
    await client.disconnect();
  });
});

describe("a session id", () => {
  it("leads back to its home, and to no other", async () => {
    for (const home of ["l0", "l15", "cabcdefgh", `c${"a_-Z9".repeat(6)}`, pickLobby()]) {
      const sid = await createSid(home, SECRET);
      expect(await readHome(sid, SECRET)).toBe(home);
      expect(await readHome(sid, `${SECRET}!`)).toBeNull();
      expect(await readHome(sid.replace(home, "l3x"), SECRET)).toBeNull();
    }
  });

  it("can't be moved to another home", async () => {
    const sid = await createSid("l1", SECRET);
    expect(await readHome(sid.replace("l1.", "l2."), SECRET)).toBeNull();
    const path = `/socket.io/?${POLLING}&sid=${sid.replace("l1.", "cabcdefghijkl.")}`;
    expect(await refusal(await request(path))).toEqual([400, 1]);
  });

  it("of a session that is gone gets code 1", async () => {
    const path = `/socket.io/?${POLLING}&sid=${await createSid("l1", SECRET)}`;
    expect(await refusal(await request(path))).toEqual([400, 1]);
  });
});

describe("the home of a connection", () => {
  it("is the conversation that it names", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.connect({ header: ann.token, conversationId: id });
    expect(client.home).toBe(`c${id}`);
    await client.disconnect();
  });

  it("is the member's current conversation when it names none", async () => {
    const { ben, id } = await createPair();
    const client = await TestClient.connect({ header: ben.token });
    expect(client.home).toBe(`c${id}`);
    await client.disconnect();
  });

  it.each([
    ["is unknown", async () => "nosuchconversation"],
    ["is malformed", async () => "../etc"],
    ["is somebody else's", async () => (await createPair()).id],
  ])("is the current conversation when what it names %s", async (_name, createId) => {
    const { ann, id } = await createPair();
    const client = await TestClient.connect({
      header: ann.token,
      conversationId: await createId(),
    });
    expect(client.home).toBe(`c${id}`);
    await client.disconnect();
  });

  it("is a lobby for a member without an open conversation", async () => {
    const lonely = await createMember();
    const past = await createPair();
    await endConversation(past.id);
    const blocked = await createPair();
    await block(blocked.ben, blocked.ann);
    for (const member of [lonely, past.ann, blocked.ann]) {
      const client = await TestClient.connect({ header: member.token });
      expect(client.home).toMatch(/^l\d+$/);
      await client.disconnect();
    }
  });

  it("is a lobby for a client that isn't known yet, whatever it names", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.connect({ token: ann.token, conversationId: id });
    expect(client.home).toMatch(/^l\d+$/);
    expect(client.events("welcome")).toHaveLength(1);
    await client.disconnect();
  });
});

describe("a handshake while the database is down", () => {
  it("is 503, so that the client tries again", async () => {
    expectLoggedError(/realtime\.handshake_failed/);
    const { ann } = await createPair();
    const broken = new Proxy(bindings.DB, {
      get() {
        throw new Error("D1_ERROR");
      },
    });
    const response = await handleRealtime(
      new Request(`https://happenstance.example/socket.io/?${POLLING}`, {
        headers: { Authorization: `Bearer ${ann.token}` },
      }),
      { ...bindings, DB: broken },
      createExecutionContext(),
    );
    expect(response.status).toBe(503);
  });
});
