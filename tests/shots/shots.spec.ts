import { createScreens, openScreen } from "../e2e/fixtures/screens";
import { startAlone, test } from "../e2e/fixtures/test";

startAlone();

test("pictures of every screen", async ({ page, server }, info) => {
  test.setTimeout(600_000);
  const { admin, screens } = await createScreens(server);
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await openScreen(page, server.url, admin, screen);
      const path = info.outputPath(`${screen.name.replaceAll(/\W+/g, "-").replace(/^-/, "")}.png`);
      await page.screenshot({ path, fullPage: true });
      await info.attach(screen.name, { path });
    });
  }
});
