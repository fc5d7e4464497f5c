import { z } from "zod";
import { MS_PER_DAY } from "~/core/shared/constants";
import { isolate } from "~/core/shared/isolate";
import { clockOffset, clockTime, type MemberClock } from "~/core/shared/timezones";

const ACCOUNT_WORDS = {
  password_changed: "Your password was changed.",
  email_changed: "Your e-mail address was changed.",
  passkey_added: "A passkey was added to your account.",
  standing_changed: "There is a decision about your account.",
} as const;
type AccountEvent = keyof typeof ACCOUNT_WORDS;

const conversationId = z.string();

/** The text is written from the facts when the notice is sent (docs/rules.md#notices). */
export const noticeSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("introduction"), conversationId }),
  z.strictObject({ kind: z.literal("message"), conversationId }),
  z.strictObject({ kind: z.literal("last_hour"), conversationId }),
  z.strictObject({ kind: z.literal("envelope"), conversationId }),
  z.strictObject({ kind: z.literal("report_answer") }),
  z.strictObject({ kind: z.literal("absence") }),
  z.strictObject({
    kind: z.literal("account"),
    event: z.enum(Object.keys(ACCOUNT_WORDS) as [AccountEvent, ...AccountEvent[]]),
  }),
]);
export type Notice = z.infer<typeof noticeSchema>;

/** For the push service (RFC 8030 §5.3). */
export const URGENCY: Record<Notice["kind"], "low" | "normal" | "high"> = {
  introduction: "normal",
  message: "high",
  last_hour: "normal",
  envelope: "high",
  report_answer: "normal",
  absence: "low",
  account: "high",
};

/** How long a push service keeps a notice for a browser that is off, if the notice isn't about a conversation. */
export const KEEP_MS = 3 * MS_PER_DAY;

interface NoticeFacts {
  partnerName: string | null;
  unread: number;
  expiresAt: number | null;
  clock: MemberClock;
}

interface NoticeText {
  title: string;
  body: string;
  path: string;
}

export const conversationOf = (notice: Notice): string | null =>
  "conversationId" in notice ? notice.conversationId : null;

/** The database stores which devices have these notices, so that each device gets a notice once per conversation. */
export const isOnce = ({ kind }: Notice): boolean =>
  kind === "introduction" || kind === "last_hour" || kind === "envelope";

export function toText(
  notice: Notice,
  { partnerName, unread, expiresAt, clock }: NoticeFacts,
): NoticeText {
  const name = partnerName === null ? "your partner" : isolate(partnerName);
  switch (notice.kind) {
    case "introduction":
      return {
        title: "Your introduction is here",
        body: `Meet ${name}. You have a day, and nothing but words.`,
        path: `/conversation/${notice.conversationId}`,
      };
    case "message":
      return {
        title: `${name} wrote to you`,
        body: countLines(unread),
        path: `/conversation/${notice.conversationId}`,
      };
    case "last_hour":
      return {
        title: "The last hour",
        body: `Your day with ${name} ends at midnight UTC${inOwnTime(clock, expiresAt)}. You may still leave a sealed address.`,
        path: `/conversation/${notice.conversationId}`,
      };
    case "envelope":
      return {
        title: "You both left an address",
        body: `The envelopes are open: see how ${name} can be found.`,
        path: `/conversation/${notice.conversationId}`,
      };
    case "report_answer":
      return {
        title: "Your report has an answer",
        body: "It is on your account page, under your reports.",
        path: "/settings#own-reports",
      };
    case "absence":
      return {
        title: "Are you still there?",
        body: "In a day we stop introducing you, until you come back.",
        path: "/conversations",
      };
    case "account":
      return {
        title: "About your account",
        body: `${ACCOUNT_WORDS[notice.event]} If that surprises you, look at it now.`,
        path: notice.event === "standing_changed" ? "/account/standing" : "/settings",
      };
  }
}

function inOwnTime(clock: MemberClock, midnight: number | null): string {
  if (midnight === null || clockOffset(clock, midnight) === 0) return "";
  return `, ${clockTime(clock, midnight)} your time`;
}

const countLines = (unread: number) =>
  unread > 1 ? `${unread} new lines are waiting.` : "A new line is waiting.";
