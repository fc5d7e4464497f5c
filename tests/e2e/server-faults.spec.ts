import type { Page } from "@playwright/test";
import { io, type Socket } from "socket.io-client";
import { orderFaults } from "../faults/support/faults";
import { waitForScripts } from "./fixtures/api";
import { field, log, openLive, say, sendByApi } from "./fixtures/couple";
import { LiveLine } from "./fixtures/live-line";
import type { Member } from "./fixtures/members";
import type { Server } from "./fixtures/server";
import { expect, test } from "./fixtures/test";

const kept = (page: Page) =>
  page.evaluate(() => ({
    outbox: Object.keys(localStorage).filter((key) => key.startsWith("outbox:")).length,
    drafts: Object.keys(sessionStorage).filter((key) => key.startsWith("draft:")).length,
  }));

test("if a member has too many connections, the page says so and polls, and becomes live once other pages close", async ({
  couple,
  ada,
  server,
}) => {
  const others = await Promise.all(
    Array.from({ length: 10 }, () => joinBy(server, couple.ada, couple.conversationId)),
  );
  const crowded =
    "This conversation is open in too many places, so new messages come a little later.";
  await ada.clock.install();
  await ada.goto(couple.path);
  await expect(ada.getByText(crowded)).toBeVisible();
  await sendByApi(couple.bo, couple.conversationId, "anybody there?");
  await ada.clock.runFor(10_000);
  await expect(log(ada).getByText("anybody there?")).toBeVisible();
  await expect(ada.getByText(crowded)).toBeVisible();
  for (const other of others) other.disconnect();
  await ada.clock.runFor(10_000);
  await expect(ada.getByText(crowded)).toHaveCount(0);
  await sendByApi(couple.bo, couple.conversationId, "now I hear you");
  await expect(log(ada).getByText("now I hear you")).toBeVisible();
});

for (const hasScripts of [true, false])
  test(`deleting the account ${hasScripts ? "after" : "before"} the page's scripts run deletes unsent text in every tab`, async ({
    couple,
    ada,
    consoleWatch,
  }) => {
    consoleWatch.expect(/ERR_FAILED|status of 401/);
    await (await LiveLine.of(ada)).become("refusing");
    await openLive(ada, couple.path);
    await ada.route("**/api/pairings/conversation/*/messages", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
    await say(ada, "a secret");
    await field(ada).fill("half a secret");
    await expect.poll(() => kept(ada)).toEqual({ outbox: 1, drafts: 1 });
    const other = await ada.context().newPage();
    if (!hasScripts) await other.route(/\/assets\/entry\.client-/, () => undefined);
    await other.goto("/profile", { waitUntil: "commit" });
    if (hasScripts) await waitForScripts(other);
    await other.getByRole("button", { name: "Delete Account" }).click();
    const dialog = other.getByRole("alertdialog");
    await dialog.getByLabel("Password", { exact: true }).fill("a quiet evening");
    await dialog.getByRole("button", { name: "Delete Account" }).click();
    await expect(other).toHaveURL("/");
    await expect.poll(() => kept(ada)).toEqual({ outbox: 0, drafts: 0 });
    await expect.poll(() => kept(other)).toEqual({ outbox: 0, drafts: 0 });
    await expect(ada).toHaveURL(/\/login/);
    expect(await ada.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  });

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("a failed unblock shows its error on the page, and not in the dialog that deletes the account", async ({
    couple,
    ada,
    server,
    consoleWatch,
  }) => {
    consoleWatch.expect(/status of 500/);
    await couple.ada.api.post(`/api/blocks/${couple.bo.id}`);
    await ada.goto("/profile");
    const sql = "CREATE TRIGGER stuck BEFORE DELETE ON blocks BEGIN SELECT RAISE(ABORT, 'x'); END";
    await orderFaults(server.url, { sql });
    await ada.getByRole("button", { name: "Unblock Bo Achterberg" }).click();
    await expect(ada.getByRole("alert")).toHaveText("Failed to unblock user");
    await orderFaults(server.url, { sql: "DROP TRIGGER stuck" });
    await ada.getByRole("button", { name: "Delete Account" }).click();
    await expect(ada.getByRole("alertdialog")).not.toContainText("Failed to unblock user");
    await ada.getByRole("button", { name: "Unblock Bo Achterberg" }).click();
    await expect(ada.getByText("You have not blocked anyone.")).toBeVisible();
  });
});

async function joinBy(server: Server, someone: Member, conversationId: string): Promise<Socket> {
  const socket = io(server.url, {
    transports: ["websocket"],
    forceNew: true,
    query: { conversationId },
    extraHeaders: { Authorization: `Bearer ${someone.token}` },
  });
  const joined = new Promise((resolve) => socket.once("joined_conversation", resolve));
  const join = () => socket.emit("join_conversation", conversationId);
  socket.on("connect", join);
  // Tries again, because on a busy machine the server still counts an abandoned connection for a while.
  socket.on("join_error", join);
  await joined;
  return socket;
}
