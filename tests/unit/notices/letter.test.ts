import { describe, expect, it } from "vitest";
import { toHtml, toText } from "~/core/notices/letter";
import type { MailContent } from "~/core/notices/mail-messages";
import { NOTICES, writeLetter } from "~/core/notices/templates";

const TOKEN = "t".repeat(43);
const PLACE = { origin: "https://happenstance.example", supportEmail: "support@example.org" };
const UNSUBSCRIBE = "https://happenstance.example/unsubscribe/id.digest";

const MAILS: MailContent[] = [
  { template: "verify_email", token: TOKEN },
  { template: "reset_password", token: TOKEN },
  { template: "password_changed" },
  { template: "passkey_added" },
  { template: "change_email_old", token: TOKEN, newEmail: "new@example.org" },
  { template: "change_email_new", token: TOKEN },
  { template: "email_changed", newEmail: "new@example.org" },
  { template: "statement", action: "warn", reason: "spam", text: "words", until: null },
  {
    template: "statement",
    action: "suspend",
    reason: "harassment",
    text: "words",
    until: "2026-12-24T10:00:00.000Z",
  },
  { template: "statement", action: "ban", reason: "underage", text: "words", until: null },
  { template: "statement", action: "lift", reason: "other", text: "words", until: null },
  { template: "appeal_decided", decision: "overturned", text: "words" },
  { template: "admin_reported", reportId: "r-1", reason: "harassment" },
  { template: "report_answered", outcome: "acted" },
  { template: "absence" },
];

const write = (mail: MailContent, name: string | null = "Ada") =>
  writeLetter(mail, {
    name,
    place: PLACE,
    ...(NOTICES.has(mail.template) ? { unsubscribeUrl: UNSUBSCRIBE } : {}),
  });

const nameOf = (mail: MailContent) =>
  "action" in mail ? `${mail.template} ${mail.action}` : mail.template;

describe.each(MAILS.map((mail) => [nameOf(mail), mail] as const))("the mail %s", (_, mail) => {
  const letter = write(mail);
  const html = toHtml(letter);
  const text = toText(letter);

  it("the mail has the same content as text and as HTML", () => {
    for (const words of [letter.heading, ...letter.paragraphs, ...(letter.closing ?? [])]) {
      expect(text).toContain(words);
      expect(html.replaceAll("&#39;", "'")).toContain(words);
    }
    if (letter.action) {
      expect(text).toContain(letter.action.url);
      expect(html).toContain(`href="${letter.action.url}"`);
    }
    expect(html).toContain(letter.preheader.replaceAll("'", "&#39;"));
    expect(letter.subject).toMatch(/^[\x20-\x7e]{5,70}$/);
  });

  it("the mail loads nothing, so that no one learns that it was read", () => {
    expect(html).not.toMatch(
      /<(img|script|link|iframe|svg|video|object|form)\b|url\(|@import|@font-face|\bsrc=/i,
    );
    const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
    for (const url of links) expect(url).toMatch(/^https:\/\/happenstance\.example\//);
  });

  it("the mail has a link to unsubscribe if and only if it is a notice", () => {
    expect(text.includes(UNSUBSCRIBE)).toBe(NOTICES.has(mail.template));
    expect(html.includes(UNSUBSCRIBE)).toBe(NOTICES.has(mail.template));
  });
});

describe("text by members", () => {
  const HOSTILE = `<img src=x onerror=alert(1)>"'&</bdi></td>\u202eevil\u2066\u0000`;

  it.each([
    ["name", write({ template: "reset_password", token: TOKEN }, HOSTILE)],
    [
      "text",
      write({ template: "statement", action: "warn", reason: "spam", text: HOSTILE, until: null }),
    ],
    ["address", write({ template: "email_changed", newEmail: HOSTILE })],
  ])("a member's %s is escaped, and loses control and direction characters", (_, letter) => {
    const html = toHtml(letter);
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;&lt;/bdi&gt;");
    expect(html).not.toContain("<img");
    // Neither the subject, which becomes a header, nor the preheader contains a member's text.
    expect(letter.subject + letter.preheader).toMatch(/^[\x20-\x7e]+$/);
    expect(letter.subject + letter.preheader).not.toContain("evil");
    for (const form of [html, toText(letter)]) {
      expect(form).not.toMatch(/[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\n]/u);
      expect(form).toContain("evil");
    }
  });

  it("the HTML of a mail isolates the direction of names and quotes, and the plain text marks each quoted line", () => {
    const mail = write({ template: "appeal_decided", decision: "upheld", text: "one\ntwo" }, "אדה");
    expect(toHtml(mail)).toContain("Dear <bdi>אדה</bdi>,");
    expect(toHtml(mail)).toContain("<bdi>one<br>two</bdi>");
    expect(toText(mail)).toContain("> one\n> two");
  });

  it("a mail without a name has no greeting, because the address may be a stranger's", () => {
    const letter = write({ template: "reset_password", token: TOKEN }, null);
    expect(toText(letter) + toHtml(letter)).not.toContain("Dear");
  });
});

it("the mail of a suspension gives the suspension's end by the member's clock, and names the time zone", () => {
  const mail = {
    template: "statement",
    action: "suspend",
    reason: "spam",
    text: "words",
    until: "2026-11-26T14:13:00.000Z",
  } as const;
  const say = (timezone: string | null, zone: string | null) =>
    writeLetter(mail, {
      name: null,
      place: PLACE,
      reader: { clock: { timezone, zone }, absence: null },
    }).paragraphs[0];
  expect(say(null, null)).toContain("until November 26, 2026, 2:13 pm (UTC+00:00).");
  expect(say("UTC+01:00", null)).toContain("until November 26, 2026, 3:13 pm (UTC+01:00).");
  expect(say("UTC+01:00", "Pacific/Auckland")).toContain(
    "until November 27, 2026, 3:13 am (Pacific/Auckland).",
  );
});

it.each([
  [null, "You are in the next draw, at midnight UTC."],
  ["paused", "You are on a pause."],
  ["unconfirmed", "Confirm your e-mail to join the next draw."],
  ["suspended", "Your account is suspended. It takes no part in the draw."],
] as const)(
  "a mail promises the next draw only to a member who takes part in it: %s",
  (absence, words) => {
    const reader = { clock: { timezone: null, zone: null }, absence };
    const say = (mail: MailContent) =>
      toText(writeLetter(mail, { name: null, place: PLACE, reader }));
    expect(
      say({ template: "statement", action: "lift", reason: "other", text: "words", until: null }),
    ).toContain(`The restriction has ended. ${words}`);
    expect(say({ template: "appeal_decided", decision: "overturned", text: "words" })).toContain(
      words,
    );
    const { preheader } = writeLetter(
      { template: "verify_email", token: TOKEN },
      { name: null, place: PLACE, reader },
    );
    // Only some deployments require confirmed addresses, so the mail that asks for a confirmation
    // promises no draw.
    expect(preheader).not.toContain("next draw");
  },
);
