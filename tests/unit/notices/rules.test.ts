import { describe, expect, it } from "vitest";
import { describeDevice } from "~/app/features/notices/describe-device";
import { readPush } from "~/app/service-worker/read-push";
import { type Notice, toText } from "~/core/notices/notices";
import { isPushEndpoint } from "~/core/notices/push-services";
import { nextMorning, quietLeft } from "~/core/notices/quiet-hours";

describe("an endpoint", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/dXk:APA91b",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
    "https://web.push.apple.com/QGuQyavXutnMH",
    "https://api.push.apple.com/3/device",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD",
  ])("an endpoint of a browser's push service is accepted: %s", (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
  });

  it.each([
    "http://fcm.googleapis.com/fcm/send/x",
    "https://fcm.googleapis.com:8443/x",
    "https://user@fcm.googleapis.com/x",
    "https://:secret@fcm.googleapis.com/x",
    "https://fcm.googleapis.com@evil.example/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evil-fcm.googleapis.com/x",
    "https://evil.example/fcm.googleapis.com",
    "https://evil.example\\@fcm.googleapis.com/x",
    "https://fcm.googleapis.com\\.evil.example/x",
    "https://fcm.googleapis.com/x#y",
    "https://notify.windows.com.evil.example/x",
    "https://evilnotify.windows.com.example/x",
    "https://xpush.apple.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://localhost/x",
    "http://127.0.0.1:9999/x",
    "https://fcm.googleapis.com /x",
    "https://fcm.googleapis.com/\u0430",
    " https://fcm.googleapis.com/x",
    "https://fcm\u2024googleapis.com/x",
    "//fcm.googleapis.com/x",
    "javascript:alert(1)",
    "",
    `https://fcm.googleapis.com/${"x".repeat(2_048)}`,
  ])("an endpoint that is no browser's push service is refused: %s", (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
  });

  it("a local push endpoint is accepted only at the origin that is given for tests", () => {
    expect(isPushEndpoint("http://127.0.0.1:9999/x", "http://127.0.0.1:9999")).toBe(true);
    expect(isPushEndpoint("http://127.0.0.1:9998/x", "http://127.0.0.1:9999")).toBe(false);
    expect(isPushEndpoint("http://a@127.0.0.1:9999/x", "http://127.0.0.1:9999")).toBe(false);
  });
});

describe("quiet hours", () => {
  const at = (time: string) => Date.parse(`2026-03-01T${time}:00.000Z`);
  const MINUTE = 60_000;
  it.each([
    ["UTC+00:00", "21:59", 0],
    ["UTC+00:00", "22:00", 600],
    ["UTC+00:00", "00:30", 450],
    ["UTC+00:00", "07:59", 1],
    ["UTC+00:00", "08:00", 0],
    ["UTC+05:45", "00:00", 135],
    ["UTC-09:30", "12:00", 330],
    ["UTC+14:00", "10:00", 480],
    [null, "23:00", 540],
  ])(
    "quiet hours in the timezone %s, seen at %s UTC, last for %i more minutes",
    (timezone, time, left) => {
      expect(quietLeft({ timezone, zone: null }, at(time))).toBe(left * MINUTE);
    },
  );

  it.each([
    // The change of the clock makes a night an hour shorter or longer, which the profile's fixed
    // offset would not show.
    ["2026-03-28T22:00Z", "Europe/Stockholm", 8],
    ["2026-03-27T22:00Z", "Europe/Stockholm", 9],
    ["2026-10-24T21:00Z", "Europe/Stockholm", 10],
    ["2026-10-25T22:00Z", "Europe/Stockholm", 9],
    // The member travels. At home it is the afternoon.
    ["2026-06-01T15:00Z", "Asia/Tokyo", 8],
  ])(
    "if the browser's zone is known, it sets the quiet hours: at %s in %s, they last for %i more hours",
    (now, zone, hours) => {
      const clock = { timezone: "UTC+01:00", zone };
      expect(quietLeft(clock, Date.parse(now))).toBe(hours * 60 * MINUTE);
    },
  );
});

describe("the text of a notification", () => {
  const facts = {
    partnerName: "Robin",
    unread: 1,
    expiresAt: Date.UTC(2026, 6, 2),
    clock: { timezone: null, zone: null },
  };
  const message: Notice = { kind: "message", conversationId: "c1" };

  it("a notification of a message names the sender and counts the new messages", () => {
    expect(toText(message, facts)).toEqual({
      title: "Robin wrote to you",
      body: "A new line is waiting.",
      path: "/conversation/c1",
    });
    expect(toText(message, { ...facts, unread: 3 }).body).toBe("3 new lines are waiting.");
  });

  it.each([
    [null, "midnight UTC."],
    ["UTC+00:00", "midnight UTC."],
    ["nowhere", "midnight UTC."],
    ["UTC+01:00", "midnight UTC, 1:00 am your time."],
    ["UTC+05:45", "midnight UTC, 5:45 am your time."],
    ["UTC+14:00", "midnight UTC, 2:00 pm your time."],
    ["UTC-09:30", "midnight UTC, 2:30 pm your time."],
    ["UTC-12:00", "midnight UTC, 12:00 pm your time."],
  ])(
    "the notice of the last hour gives the conversation's end by the clock of %s: %s",
    (timezone, end) => {
      const notice: Notice = { kind: "last_hour", conversationId: "c1" };
      expect(toText(notice, { ...facts, clock: { timezone, zone: null } }).body).toBe(
        `Your day with Robin ends at ${end} You may still leave a sealed address.`,
      );
    },
  );

  it("the notice of the last hour goes by the browser's zone, in summer and in winter", () => {
    const notice: Notice = { kind: "last_hour", conversationId: "c1" };
    const clock = { timezone: "UTC+00:00", zone: "Europe/London" };
    const say = (expiresAt: number) => toText(notice, { ...facts, clock, expiresAt }).body;
    expect(say(Date.UTC(2026, 6, 2))).toContain("ends at midnight UTC, 1:00 am your time.");
    expect(say(Date.UTC(2026, 11, 2))).toContain("ends at midnight UTC. ");
  });

  it("a notification fits a push message, however long the name is", () => {
    const long = { partnerName: "👩‍👩‍👧‍👦".repeat(11), unread: 2_000 };
    const { title, body } = toText(message, { ...facts, ...long });
    expect(new TextEncoder().encode(JSON.stringify({ title, body })).length).toBeLessThan(3_000);
  });
});

describe("the service worker", () => {
  const ORIGIN = "https://happenstance.example";
  const push = (fields: object) => JSON.stringify({ web_push: 8030, ...fields });

  it("the service worker reads a notification with a relative or an absolute address", () => {
    const notification = { title: "T", body: "B", tag: "message", navigate: "/conversation/c1" };
    const read = readPush(push({ notification, app_badge: 2 }), ORIGIN);
    const url = `${ORIGIN}/conversation/c1`;
    expect(read).toEqual({ title: "T", body: "B", tag: "message", url, badge: 2 });
    const whole = { ...notification, navigate: url };
    expect(readPush(push({ notification: whole }), ORIGIN)).toMatchObject({ url, badge: null });
  });

  it.each([
    "",
    "null",
    "[]",
    "{",
    '{"web_push":1,"notification":{"title":"T"}}',
    '{"web_push":8030}',
    '{"web_push":8030,"notification":{"title":1}}',
  ])("the service worker shows a default notification for the unreadable payload %s", (payload) => {
    expect(readPush(payload, ORIGIN)).toMatchObject({ title: "Happenstance", url: `${ORIGIN}/` });
  });

  it.each(["https://evil.example/", "//evil.example", "javascript:alert(1)", "https://x:y:z", 7])(
    "a notification leads to no other origin: %s",
    (navigate) => {
      const read = readPush(push({ notification: { title: "T", navigate } }), ORIGIN);
      expect(read.url).toBe(`${ORIGIN}/`);
    },
  );
});

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 0, "Firefox on Linux"],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36",
    5,
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    0,
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15",
    5,
    "Safari on iPad",
  ],
  ["", 0, "A browser"],
])("a device is labelled by its browser and system: %s", (userAgent, touchPoints, label) => {
  expect(describeDevice(userAgent, touchPoints)).toBe(label);
});

describe("the next morning", () => {
  const at = (time: string) => Date.parse(`2026-06-11T${time}:00.000Z`);
  it.each([
    ["is the end of the quiet hours", "UTC+00:00", "03:00", "2026-06-11T08:00"],
    ["is tomorrow's once today's has passed", "UTC+00:00", "08:00", "2026-06-12T08:00"],
    ["goes by the member's clock", "UTC+05:30", "01:00", "2026-06-11T02:30"],
    [
      "moves to midnight UTC if it would be an hour before it",
      "UTC+09:00",
      "01:00",
      "2026-06-12T00:00",
    ],
    [
      "does not move if it is four hours before midnight UTC",
      "UTC+12:00",
      "01:00",
      "2026-06-11T20:00",
    ],
    ["goes by UTC without a timezone", null, "01:00", "2026-06-11T08:00"],
  ])("the next morning %s", (_, timezone, now, expected) => {
    const morning = nextMorning({ timezone, zone: null }, at(now));
    expect(new Date(morning).toISOString().slice(0, 16)).toBe(expected);
  });
});
