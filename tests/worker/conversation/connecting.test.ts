import { describe, expect, it } from "vitest";
import { callApi } from "../../support/api";
import { suspendMember } from "../../support/pairs";
import { seedMember } from "../../support/seed";
import { bindings, channel, createPair, request, TestClient } from "./support";

const REFUSED = "Authentication required";

async function endStoredSession(sessionId: string): Promise<void> {
  await bindings.DB.prepare("delete from sessions where id = ?").bind(sessionId).run();
}

describe("connecting", () => {
  it.each(["header", "token"] as const)(
    "a connection with a valid %s is accepted and welcomed",
    async (way) => {
      const { ann } = await createPair();
      const client = await TestClient.connect({ [way]: ann.token });
      expect(client.refusal).toBeNull();
      expect(await client.event("welcome")).toMatchObject({ user_id: ann.id });
    },
  );

  it.each([
    ["nothing", {}],
    ["a bad header", { header: "nonsense" }],
    ["a bad token", { token: "nonsense" }],
    ["an endless token", { token: "x".repeat(5_000) }],
  ])("a connection with %s is refused, and doesn't retry", async (_name, options) => {
    const client = await TestClient.connect(options);
    expect([client.refusal, client.socket.active]).toEqual([REFUSED, false]);
  });

  it("a connection with a signed-out session is refused", async () => {
    const { ann } = await createPair();
    await endStoredSession(ann.sessionId);
    for (const options of [{ header: ann.token }, { token: ann.token }]) {
      const client = await TestClient.connect(options);
      expect(client.refusal).toBe(REFUSED);
    }
  });

  it("a suspended member's connection is refused with 'Account suspended'", async () => {
    const { ann } = await createPair();
    await suspendMember(ann);
    for (const options of [{ header: ann.token }, { token: ann.token }]) {
      const client = await TestClient.connect(options);
      expect(client.refusal).toBe("Account suspended");
    }
  });

  it("a connection with a valid header and an expired token is accepted by the header", async () => {
    const { ann } = await createPair();
    const client = await TestClient.connect({ header: ann.token, token: "stale" });
    expect(await client.event("welcome")).toMatchObject({ user_id: ann.id });
  });

  it("a connection with forged internal headers is refused", async () => {
    const { ann, id } = await createPair();
    const response = await request("/socket.io/?EIO=4&transport=polling", {
      headers: {
        "X-Page": encodeURIComponent(
          JSON.stringify({
            viewer: { memberId: ann.id, sessionId: ann.sessionId },
            grant: { conversationId: id },
          }),
        ),
      },
    });
    const { sid } = JSON.parse((await response.text()).slice(1)) as { sid: string };
    const path = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
    await (await request(path, { method: "POST", body: "40" })).text();
    expect(await (await request(path)).text()).toBe('44{"message":"Authentication required"}');
  });

  it("a connection to another namespace is refused", async () => {
    const { ann } = await createPair();
    const client = await TestClient.connect({ header: ann.token });
    const other = client.socket.io.socket("/admin");
    const message = await new Promise((resolve) => {
      other.on("connect_error", (error) => resolve(error.message));
      other.connect();
    });
    expect(message).toBe("Invalid namespace");
  });
});

describe("the end of a session", () => {
  it("signing out closes the session's connections in every object for good, but not the partner's", async () => {
    const { ann, ben, id } = await createPair();
    const atHome = await TestClient.join(ann, id);
    const byToken = await TestClient.join(ann, id, true);
    const idle = await TestClient.connect({ token: ann.token });
    const partner = await TestClient.join(ben, id);
    await callApi("POST", "/api/auth/logout", { token: ann.token });
    for (const client of [atHome, byToken, idle]) {
      await client.until(() => client.isClosed);
      expect(client.socket.active).toBe(false);
    }
    await partner.settle();
    expect(partner.isClosed).toBe(false);
  });

  it("a connection is closed when its token expires", async () => {
    // The session lasts long enough to connect on a slow machine.
    const member = await seedMember({}, 5_000);
    const client = await TestClient.connect({ token: member.token });
    await client.event("welcome");
    await client.until(() => client.isClosed);
  });

  it("a connection is refused if its session ended after the handshake", async () => {
    const { ann, id } = await createPair();
    const response = await request("/socket.io/?EIO=4&transport=polling", {
      headers: { Authorization: `Bearer ${ann.token}` },
    });
    const { sid } = JSON.parse((await response.text()).slice(1)) as { sid: string };
    await endStoredSession(ann.sessionId);
    await channel.endSessions([ann.sessionId], [id]);
    const path = `/socket.io/?EIO=4&transport=polling&sid=${sid}`;
    await (await request(path, { method: "POST", body: "40" })).text();
    expect(await (await request(path)).text()).toBe('44{"message":"Authentication required"}');
  });
});
