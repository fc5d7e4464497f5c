import { expect, it } from "vitest";
import { renderKeepsake } from "~/app/features/conversation/keepsake.server";
import type { AddressesDto, MessageDto, ShownQuestion } from "~/core/shared/contract";
import { DEFAULT_REGION_STYLE } from "~/core/shared/region-style";
import { messageDto } from "~/tests/support/message-dto";

const message = (message_id: string, sender_id: string, content: string) =>
  messageDto(Date.parse("2026-11-22T10:00:00.000Z"), { message_id, sender_id, content });

const SEALED = { mine: "The kiosk", theirs: null, opensAt: "", revealed: false };

const render = (
  messages: MessageDto[],
  questions: ShownQuestion[] = [],
  addresses: AddressesDto = SEALED,
) =>
  renderKeepsake({
    addresses,
    conversation: {
      id: "c",
      expiryDate: "2026-11-23T00:00:00.000Z",
      isOpen: false,
      partner: {
        user_id: "bo",
        name: `Bo "<b>" & Co`,
        avatar_url: null,
        location: null,
        latitude: null,
        longitude: null,
        dob: null,
        age: 36,
        shared_languages: [],
      },
    },
    place: "Porto</title><script>alert(1)</script>",
    messages,
    questions,
    viewer: { id: "ada", name: "Ada", clock: { timezone: "UTC+05:30", zone: null } },
    style: DEFAULT_REGION_STYLE,
    nonce: "n",
  });

it("a keepsake names the speaker once per turn, and has dates and times by the member's own clock", () => {
  const html = render([
    message("1", "ada", "One"),
    message("2", "ada", "Two"),
    message("3", "bo", "Three"),
  ]);
  expect(html).toContain("Sunday, November 22, 2026");
  expect(html.match(/<time>3:30 pm<\/time>/g)).toHaveLength(3);
  expect(html.match(/<b>Ada<\/b>/g)).toHaveLength(1);
  expect(html).toContain("3 lines, times in UTC+05:30");
});

it("a keepsake escapes all that members wrote, and has no script", () => {
  const html = render([message("1", "bo", `</p><script src="//evil.example"></script>'"&`)]);
  expect(html).not.toMatch(/<script/i);
  expect(html).toContain("&lt;script src=&quot;//evil.example&quot;&gt;");
  expect(html).toContain("Bo &quot;&lt;b&gt;&quot; &amp; Co");
  expect(html).toContain("Porto&lt;/title&gt;");
});

it("a keepsake loads no other file, and embeds none", () => {
  expect(render([message("1", "ada", "Olá, Łódź")])).not.toMatch(/url\(|@font-face|@import|src=/);
});

it("a keepsake sets quotes apart, shortens gaps to one empty line, and marks long messages as letters", () => {
  const long = "A sentence of some length. ".repeat(40);
  const html = render([
    message("0", "ada", "Do you sail?"),
    message("1", "bo", "> Do you sail?\nEvery <summer>."),
    message("4", "bo", "> I owe you money.\nYou said so."),
    message("2", "ada", "One\n\n\n\n\nTwo"),
    message("3", "ada", long),
  ]);
  expect(html).toContain(
    '<blockquote dir="auto">Do you sail?</blockquote><p dir="auto">Every &lt;summer&gt;.</p>',
  );
  // This text looks like a quotation, but quotes no message.
  expect(html).toContain('<p dir="auto">&gt; I owe you money.\nYou said so.</p>');
  expect(html).toContain("One\n\nTwo");
  expect(html.match(/class="line own letter"/g)).toHaveLength(1);
  expect(html.match(/class="line own"/g)).toHaveLength(2);
});

it("a keepsake has each revealed question at its time, with both answers, and no other question", () => {
  const question = (level: 1 | 2 | 3, revealed_at: string | null): ShownQuestion => ({
    level,
    question: `Which ${level}?`,
    mine: `<i>mine ${level}</i>`,
    theirs: revealed_at && `theirs ${level}`,
    partner_answered: true,
    revealed_at,
  });
  const messages = [
    message("1", "ada", "Before"),
    { ...message("2", "ada", "After"), created_at: "2026-11-22T12:00:00.000Z" },
  ];
  const questions = [
    question(1, "2026-11-22T11:00:00.000Z"),
    question(2, "2026-11-22T13:00:00.000Z"),
    question(3, null),
  ];
  const html = render(messages, questions);
  const order = [
    "Before",
    "Which 1?",
    "&lt;i&gt;mine 1&lt;/i&gt;",
    "theirs 1",
    "After",
    "Which 2?",
  ];
  const places = order.map((words) => html.indexOf(words));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
  expect(html).not.toContain("Which 3?");
  expect(html).not.toContain("mine 3");
  expect(html).toContain("2 lines, times");
  expect(render([], questions.slice(0, 1))).not.toContain("Nothing was said.");
  expect(render([], questions.slice(2))).toContain("Nothing was said.");
});

it("a keepsake has the revealed addresses, but no sealed ones", () => {
  expect(render([])).not.toContain("How to find");
  const opened = { ...SEALED, theirs: "The <b>bench</b>", revealed: true };
  const html = render([], [], opened);
  expect(html).toContain("The &lt;b&gt;bench&lt;/b&gt;");
  expect(html).toContain("The kiosk");
});
