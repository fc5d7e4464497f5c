import { ensureBuild } from "~/scripts/lib/ensure-build.mjs";
import { enter, waitForScripts } from "./fixtures/api";
import { signInAdmin } from "./fixtures/members";
import { startServer } from "./fixtures/server";
import { test as base, expect, startAlone } from "./fixtures/test";

/** A server with React's development build, which warns where a page differs from the server's. */
const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use, { workerIndex }) => {
      const { worker, assets } = await ensureBuild("development");
      const files = { E2E_WORKER: worker, E2E_ASSETS: assets };
      const server = await startServer(`warnings-${workerIndex}`, false, files);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 600_000 },
  ],
});
// Another region and zone than the server's.
test.use({ locale: "de-DE", timezoneId: "Asia/Kathmandu" });

startAlone();

test("React finds no page that differs from the server's", async ({
  page,
  server,
  couple,
  consoleWatch,
}) => {
  const visit = async (paths: readonly string[]) => {
    for (const path of paths) {
      await test.step(path, async () => {
        await page.goto(path);
        await waitForScripts(page);
        expect(consoleWatch.unexpected).toEqual([]);
      });
    }
  };
  await visit(["/login", "/signup", "/forgot"]);
  await enter(page, server.url, couple.ada);
  await visit(["/conversations", couple.path, "/profile", "/profile/edit", "/settings"]);
  await visit(["/profile/notifications", "/profile/email", "/profile/passkeys"]);
  await visit(["/profile/reset-password", `/user/${couple.bo.id}`, "/account/standing"]);
  await enter(page, server.url, await signInAdmin(server));
  await visit(["/admin", "/admin/appeals", "/admin/members", "/admin/runs"]);
});
