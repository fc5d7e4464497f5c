import type { Page } from "@playwright/test";
import { isDrawHour } from "~/core/shared/draw-state";
import { enter } from "./fixtures/api";
import { articles, field, log, say } from "./fixtures/couple";
import { invent, type Person, register, signUp } from "./fixtures/members";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const card = (page: Page, partner: Person) =>
  page.getByRole("main").getByRole("link", { name: partner.name });

test("two of three new members are paired at midnight and talk, and the third is paired the next day", async ({
  server,
  openPerson,
}) => {
  const [ada, ...others] = [
    invent("Ada Quill"),
    await register(server, "Bruno Marsh"),
    await register(server, "Celia Thorn"),
  ] as const;
  const first = await openPerson();
  await signUp(first, ada);
  const pages = [first];
  for (const other of others) {
    const page = await openPerson();
    await enter(page, server.url, other);
    pages.push(page);
  }
  const people: Person[] = [ada, ...others];

  await test.step("before midnight there is no one yet", async () => {
    await first.goto("/conversations");
    const words = isDrawHour(Date.now())
      ? ["Tonight’s draw is being made"]
      : ["No conversation yet", "Daily conversations are assigned at 00:00 UTC."];
    for (const one of words) await expect(first.getByText(one).first()).toBeVisible();
  });

  await server.runCron();

  const dayOff: number[] = [];
  await test.step("the card names the partner; one of three has the day off", async () => {
    for (const [i, page] of pages.entries()) {
      await page.goto("/conversations");
      const special = page.getByText("You're the special one today!");
      const anyCard = page.getByRole("main").locator('a[href^="/conversation/"]').first();
      await expect(special.or(anyCard).first()).toBeVisible();
      if (await special.isVisible()) dayOff.push(i);
    }
    expect(dayOff).toHaveLength(1);
  });

  const left = dayOff[0] as number;
  const [a, b] = [0, 1, 2].filter((i) => i !== left) as [number, number];
  const [ann, ben] = [pages[a] as Page, pages[b] as Page];
  const [annSelf, benSelf] = [people[a] as Person, people[b] as Person];

  await test.step("each sees the other's card and opens the conversation", async () => {
    await card(ann, benSelf).first().click();
    await card(ben, annSelf).first().click();
    for (const page of [ann, ben]) {
      await expect(page).toHaveURL(/\/conversation\//);
      await expect(page.getByText("No messages yet. Say hello!")).toBeVisible();
      await expect(page.getByText(/^Expires in \d+ (hour|minute)/)).toBeVisible();
    }
    expect(new URL(ann.url()).pathname).toBe(new URL(ben.url()).pathname);
  });

  const words = ["Good evening, stranger.", "And a good evening to you!", "What brings you here?"];

  await test.step("messages arrive live, in both directions, once", async () => {
    for (const [i, text] of words.entries()) {
      const [from, to] = i % 2 === 0 ? [ann, ben] : [ben, ann];
      await say(from, text);
      await expect(log(to).getByText(text)).toBeVisible();
      await expect(log(from).getByText(text)).toHaveCount(1);
      await expect(field(from)).toHaveValue("");
    }
    for (const page of [ann, ben]) await expect(articles(page)).toHaveCount(3);
  });

  await test.step("after a reload they are still there, in order", async () => {
    for (const page of [ann, ben]) {
      await page.reload();
      await expect(articles(page)).toHaveCount(3);
      for (const [i, text] of words.entries()) {
        await expect(articles(page).nth(i)).toContainText(text);
      }
    }
  });

  await test.step("the next day the third is paired, and yesterday is history", async () => {
    await server.runCron(1);
    const third = pages[left] as Page;
    await third.goto("/conversations");
    await expect(third.getByText("You're the special one today!")).toHaveCount(0);
    await expect(
      third.getByRole("main").locator('a[href^="/conversation/"]').first(),
    ).toBeVisible();
    const history = new URL(ann.url()).pathname;
    await ann.goto(history);
    await expect(log(ann).getByText("Good evening, stranger.")).toBeVisible();
    await expect(field(ann)).toHaveCount(0);
  });
});
