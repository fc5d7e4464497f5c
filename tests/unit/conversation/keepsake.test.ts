import { expect, it } from "vitest";
import { renderKeepsake } from "~/app/features/conversation/keepsake.server";
import type { MessageDto } from "~/core/shared/contract";

const message = (id: string, sender_id: string, content: string): MessageDto => ({
  message_id: id,
  content,
  sender_id,
  sender_name: sender_id,
  sender_avatar: null,
  created_at: "2026-11-22T10:00:00.000Z",
  sent_at: "2026-11-22T10:00:00.000Z",
  is_read: true,
  client_id: null,
});

const render = (messages: MessageDto[]) =>
  renderKeepsake({
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
    viewer: { id: "ada", name: "Ada", timezone: "UTC+05:30" },
    nonce: "n",
  });

it("names who speaks once a turn, in the member's own time, under the day's date", () => {
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

it("holds whatever was written as text, and no script", () => {
  const html = render([message("1", "bo", `</p><script src="//evil.example"></script>'"&`)]);
  expect(html).not.toMatch(/<script/i);
  expect(html).toContain("&lt;script src=&quot;//evil.example&quot;&gt;");
  expect(html).toContain("Bo &quot;&lt;b&gt;&quot; &amp; Co");
  expect(html).toContain("Porto&lt;/title&gt;");
});
