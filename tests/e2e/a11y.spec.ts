import type { Page } from "@playwright/test";
import { expectAccessible } from "./fixtures/axe";
import { createScreens, openScreen } from "./fixtures/screens";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

let scene: Awaited<ReturnType<typeof createScreens>>;
test.beforeAll(async ({ server }) => {
  scene = await createScreens(server);
});

async function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const isWider = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    const cuts = [...document.querySelectorAll("body *")].filter((element) => {
      const { overflowX, textOverflow, position, display } = getComputedStyle(element);
      const isReadOut = position === "absolute" && element.clientWidth <= 1;
      const isClipped = overflowX === "hidden" || overflowX === "clip";
      return isClipped && textOverflow !== "ellipsis" && display !== "inline" && !isReadOut
        ? isWider(element)
        : false;
    });
    const sideways = root.scrollWidth > root.clientWidth ? ["the page scrolls sideways"] : [];
    return [...sideways, ...cuts.map((element) => element.outerHTML.slice(0, 200))];
  });
}

/** A window of 1280 px lays out its page 640 px wide at 200 % zoom, and 320 px wide at 400 %. */
const WIDTHS = [640, 320];

// Loading the pages takes most of the time, so one test makes both checks.
for (const half of [0, 1]) {
  test(`every screen passes axe, and shows all its text at 200 % and 400 % zoom (${half + 1} of 2)`, async ({
    page,
    server,
    consoleWatch,
  }) => {
    test.setTimeout(600_000);
    consoleWatch.expect(/status of 404.*(no\/such\/page|user\/nobody)/);
    const { admin, screens } = scene;
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const middle = Math.ceil(screens.length / 2);
    for (const screen of half === 0 ? screens.slice(0, middle) : screens.slice(middle)) {
      await test.step(screen.name, async () => {
        await page.setViewportSize({ width: 1280, height: 720 });
        await openScreen(page, server.url, admin, screen);
        await expectAccessible(page, screen.name);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 640 });
          // Polled, because a conversation's page takes a moment after a resize to make room for the site's bars.
          await expect
            .configure({ soft: true })
            .poll(() => findCutOff(page), { message: `${screen.name} at ${width} px` })
            .toEqual([]);
        }
      });
    }
  });
}
