import { listDurableObjectIds } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { bindings, createPair, request, TestClient } from "./support";

const POLLING = "EIO=4&transport=polling";

async function refusal(response: Response): Promise<[number, number]> {
  const { code } = (await response.json()) as { code: number };
  return [response.status, code];
}

async function countObjects(): Promise<number> {
  return (await listDurableObjectIds(bindings.CONVERSATIONS)).length;
}

describe("an invalid request", () => {
  it.each([
    ["GET", "transport=polling", 5],
    ["GET", "EIO=3&transport=polling", 5],
    ["GET", "EIO=4", 0],
    ["POST", POLLING, 2],
    ["OPTIONS", POLLING, 2],
    ["GET", `${POLLING}&sid=unknown`, 1],
    ["GET", `${POLLING}&sid=s9.aaaaaaaaaaaaaaaaaaaaaa`, 1],
    ["GET", `${POLLING}&sid=s1.aaaaaaaaaaaaaaaaaaaaaa`, 1],
    ["POST", `${POLLING}&sid=s0.aaaaaaaaaaaaaaaaaaaaaa`, 1],
    ["GET", `${POLLING}&sid=${"s1.".repeat(2_000)}`, 1],
  ])("%s ?%s is refused with code %i and creates no object", async (method, query, code) => {
    const before = await countObjects();
    const response = await request(`/socket.io/?${query}`, { method });
    expect(await refusal(response)).toEqual([400, code]);
    expect(await countObjects()).toBe(before);
  });

  it("a request for a path below /socket.io/ is answered 404", async () => {
    expect((await request(`/socket.io/admin?${POLLING}`)).status).toBe(404);
  });

  it("a body that is too large is answered 413, with or without a Content-Length", async () => {
    const { ann, id } = await createPair();
    const client = await TestClient.join(ann, id);
    const path = `/socket.io/?${POLLING}&sid=${client.sid}`;
    const body = `4${"x".repeat(64 * 1024)}`;
    const headers = { "Content-Length": String(body.length) };
    expect((await request(path, { method: "POST", body, headers })).status).toBe(413);
    expect((await request(path, { method: "POST", body })).status).toBe(413);
  });
});

describe("a join", () => {
  it("a join of a made-up conversation creates no object", async () => {
    const { ann } = await createPair();
    const client = await TestClient.connect({ token: ann.token });
    const before = await countObjects();
    await client.emit("join_conversation", "nosuchconversation");
    await client.event("join_error");
    expect(await countObjects()).toBe(before);
  });
});
