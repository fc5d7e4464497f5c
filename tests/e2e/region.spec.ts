import { findConversation } from "./fixtures/api";
import { enterAs, log, pairAll, sendByApi } from "./fixtures/couple";
import { expect, startAlone, test } from "./fixtures/test";

startAlone();

const READERS = [
  {
    locale: "en-US",
    timezoneId: "America/New_York",
    past: "Monday, March 9, 2026",
    signedIn: /Signed in on [A-Z][a-z]+ \d+, 20\d\d/,
    midnight: /^at [78]:00 pm your time$/,
    introduction: /, [78]:00 pm your time/,
    born: "May 17, 1990",
    distance: "50 km (31 mi)",
  },
  {
    locale: "de-DE",
    timezoneId: "Asia/Kolkata",
    past: "Monday 9 March 2026",
    signedIn: /Signed in on \d+ [A-Z][a-z]+ 20\d\d/,
    midnight: /^at 05:30 your time$/,
    introduction: /, 05:30 your time/,
    born: "17 May 1990",
    distance: "50 km",
  },
];

test("dates, hours and distances follow the reader's region", async ({
  couple,
  server,
  openPerson,
}) => {
  await pairAll(server);
  const expiresAt = Date.parse("2026-03-10T00:00:00Z");
  await server.runSql(
    `update pairings set expires_at = ${expiresAt} where id = '${couple.conversationId}'`,
  );
  await couple.ada.api.put("/api/users/profile", { data: { distance_preference: 50 } });
  const current = await findConversation(server.url, couple.ada);
  await sendByApi(couple.bo, current, "Are you there?");

  for (const { locale, timezoneId, ...words } of READERS) {
    // The page with scripts comes first, because it sends the time zone to the server.
    for (const javaScriptEnabled of [true, false]) {
      const page = await openPerson({ locale, timezoneId, javaScriptEnabled });
      await enterAs(page, server, couple.ada);
      const main = page.getByRole("main");

      await page.goto("/conversations");
      const past = page.getByRole("region", { name: "Past conversations" });
      await expect(past.getByText(words.past)).toBeVisible();
      const midnight = javaScriptEnabled ? words.midnight : "at 00:00 UTC";
      await expect(main.getByText(midnight).first()).toBeVisible();

      await page.goto(`/conversation/${current}`);
      const clock = javaScriptEnabled ? /^\d+:\d\d [ap]m$/ : /^\d+:\d\d [ap]m UTC$/;
      await expect(log(page).locator("time").first()).toHaveText(clock);

      await page.goto("/settings#sessions");
      await expect(main.getByText(words.signedIn)).toBeVisible();

      await page.goto("/profile/notifications");
      await expect(main.getByText(words.introduction)).toBeVisible();

      await page.goto("/profile");
      await expect(main.getByText(words.distance, { exact: true })).toBeVisible();
      await expect(main.getByText(`${words.born} (`)).toBeVisible();
    }
  }
});
