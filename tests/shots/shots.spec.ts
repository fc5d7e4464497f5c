import { createScreens, openScreen } from "../e2e/fixtures/screens";
import { startAlone, test } from "../e2e/fixtures/test";

startAlone();

test("takes a picture of every screen", async ({ page, server, consoleWatch }, info) => {
  test.setTimeout(600_000);
  consoleWatch.expect(/status of 404.*(no\/such\/page|user\/nobody)/);
  const { admin, screens } = await createScreens(server);
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await openScreen(page, server.url, admin, screen);
      const name = screen.name.replaceAll(/\W+/g, "-").replace(/^-/, "") || "landing";
      const path = info.outputPath(`${name}.png`);
      await page.screenshot({ path, fullPage: true });
      await info.attach(screen.name, { path });
    });
  }
});
