import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as constants from "~/core/shared/constants";
import { TIMEZONE_OPTIONS } from "~/core/shared/timezones";
import { BURST, PER_SECOND } from "~/worker/live/events";

const RULES = "docs/rules.md";

const TOLD_ONLY_HERE = ["pairing", "conversation", "operations", "calls", "pages"];

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(ts|tsx|mjs|cjs|md|css|sql|toml|yml)$/.test(path));
const texts = new Map(files.flatMap((path) => readIfThere(path)));

function readIfThere(path: string): [string, string][] {
  try {
    return [[path, readFileSync(path, "utf8")]];
  } catch {
    return []; // git lists a deleted file until the deletion is staged
  }
}

const rules = texts.get(RULES) ?? "";
const sections = new Map(
  rules
    .split(/^#{2,3} /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return [heading.toLowerCase().replaceAll(" ", "-"), lines.join(" ").replaceAll(/\s+/g, " ")];
    }),
);

function citations(path: string, text: string): string[] {
  const pattern = path === RULES ? /\]\(#([\w-]+)\)/g : /rules\.md#([\w-]+)/g;
  return [...text.matchAll(pattern)].map(([, anchor = ""]) => anchor);
}

describe("the rules", () => {
  it("the rules have a heading for each citation", () => {
    const dead = [...texts].flatMap(([path, text]) =>
      citations(path, text)
        .filter((anchor) => !sections.has(anchor))
        .map((anchor) => `${path}: #${anchor}`),
    );
    expect(dead).toEqual([]);
  });

  it("each heading of the rules is cited by another file, except those that are listed here", () => {
    const cited = new Set(
      [...texts].flatMap(([path, text]) => (path === RULES ? [] : citations(path, text))),
    );
    const uncited = [...sections.keys()].filter((anchor) => !cited.has(anchor));
    expect(uncited.filter((anchor) => !TOLD_ONLY_HERE.includes(anchor))).toEqual([]);
  });

  it("no file cites a contract or a specification by section", () => {
    const pattern = /\b(contract|specification|spec)('s)?,? \(?§/i;
    expect([...texts].filter(([, text]) => pattern.test(text)).map(([path]) => path)).toEqual([]);
  });
});

const count = (value: number) => value.toLocaleString("en");
const { LIMITS } = constants;

describe("the figures of the rules", () => {
  it.each([
    ["adults", `The minimum age is ${constants.MINIMUM_AGE_YEARS}`],
    ["adults", `real date from ${constants.MINIMUM_DATE_OF_BIRTH} to today`],
    [
      "passwords",
      `At least ${constants.PASSWORD_MIN_LENGTH} characters and at most ${constants.PASSWORD_MAX_BYTES} bytes`,
    ],
    [
      "text",
      `| 1–${constants.NAME_MAX_LENGTH} | ≤ ${constants.EMAIL_MAX_LENGTH} | ≤ ${count(constants.BIO_MAX_LENGTH)} ` +
        `| ≤ ${constants.LOCATION_MAX_LENGTH} | 1–${count(constants.MESSAGE_MAX_LENGTH)} | 1–${constants.CLIENT_ID_MAX_LENGTH} ` +
        `| ≤ ${count(constants.REPORT_DETAILS_MAX_LENGTH)} | 1–${constants.ADDRESS_MAX_LENGTH} | 1–${constants.ANSWER_MAX_LENGTH} |`,
    ],
    [
      "text",
      `| 1–${count(constants.ACTION_TEXT_MAX_LENGTH)} | ≤ ${count(constants.ADMIN_NOTE_MAX_LENGTH)} | 1–${count(constants.APPEAL_MAX_LENGTH)} |`,
    ],
    ["limits", `| ${LIMITS.failedSignIns.limit} in ${minutes(LIMITS.failedSignIns)} minutes |`],
    [
      "limits",
      `| ${LIMITS.failedSignInsOfAddress.limit} in ${minutes(LIMITS.failedSignInsOfAddress)} minutes (IPv6 by /64), ` +
        `${count(LIMITS.failedSignInsOfNetwork.limit)} by /48 |`,
    ],
    ["limits", `| ${LIMITS.failedSignInsOfEmail.limit} per hour | e-mail`],
    ["limits", `| ${LIMITS.registrations.limit} per hour | client address |`],
    [
      "limits",
      `| ${LIMITS.messagesPerSecond.limit} per second, ${LIMITS.messagesPerMinute.limit} per minute | member |`,
    ],
    [
      "limits",
      `| ${count(LIMITS.messagesPerDay.limit)} and ${count(LIMITS.messageBytesPerDay.limit)} bytes`,
    ],
    ["limits", `| reports | ${LIMITS.reports.limit} per day |`],
    ["limits", `| changes of place | ${LIMITS.moves.limit} per day |`],
    ["limits", `| changes of the date of birth | ${LIMITS.birthChanges.limit} in 30 days |`],
    ["limits", `| changes of gender or preference | ${LIMITS.wishChanges.limit} in 30 days |`],
    ["limits", `| stored answers to questions | ${LIMITS.answers.limit} per hour |`],
    ["limits", `| live connections | ${constants.MAX_CONNECTIONS_PER_CONVERSATION} |`],
    ["limits", `own object | ${constants.MAX_CONNECTIONS_OUTSIDE} |`],
    ["limits", `| ${PER_SECOND} per second, ${BURST} in one moment | live connection |`],
    ["limits", `| the newest ${count(constants.MESSAGES_WHOLE_MAX)} |`],
    ["limits", `| history | ${constants.PAST_PAIRINGS_MAX} |`],
    [
      "profile",
      `km, ${constants.DISTANCE_MIN_KM}–${constants.DISTANCE_MAX_KM} in steps of ${constants.DISTANCE_STEP_KM};`,
    ],
    [
      "profile",
      `${constants.AGE_PREFERENCE_MIN}–${constants.AGE_PREFERENCE_MAX}, minimum at least 1 below`,
    ],
    ["profile", constants.GENDERS.map((gender) => `\`${gender}\``).join(", ")],
    ["profile", `\`${constants.GENDER_UNSTATED}\` is stored`],
    ["profile", `\`${constants.GENDER_ANY}\` is stored`],
    ["compatibility", `the limit plus ${constants.DISTANCE_TOLERANCE_KM} km`],
    ["order", `within the last ${constants.RECENT_PAIR_DAYS} days`],
    ["bans", `for ${constants.BAN_MONTHS} months`],
    ["moderation", `(needs \`days\`, 1–${constants.SUSPENSION_MAX_DAYS})`],
    ["moderation", `\`warned\` (for ${constants.WARNING_DAYS} days)`],
    [
      "moderation",
      constants.ACTION_KINDS.map((kind) => `\`${kind}\``)
        .join(", ")
        .replace("`suspend`", `\`suspend\` (needs \`days\`, 1–${constants.SUSPENSION_MAX_DAYS})`),
    ],
    ["reports", constants.REPORT_REASONS.map((reason) => `\`${reason}\``).join(", ")],
    ["evidence", `the last ${constants.EVIDENCE_MESSAGES} messages`],
    [
      "messages",
      `a page of ${constants.MESSAGES_PAGE_DEFAULT}, or of \`limit\` (1–${constants.MESSAGES_PAGE_MAX})`,
    ],
    ["why-no-match", `\`${constants.FEWER_THAN_MINIMUM}\``],
    [
      "countdown",
      `once ${constants.EXPIRY_REDIRECT_GRACE_MS / constants.MS_PER_MINUTE} minutes are past`,
    ],
    [
      "sending",
      `within ${constants.LOCAL_DUPLICATE_WINDOW_MS / constants.MS_PER_SECOND} s of a local temporary message`,
    ],
    [
      "sending",
      `and ${constants.SOCKET_DUPLICATE_WINDOW_MS / constants.MS_PER_SECOND} s of one from the socket`,
    ],
    ["timezones", `${TIMEZONE_OPTIONS.length} values`],
    [
      "timezones",
      TIMEZONE_OPTIONS.map(({ value }) => value.replace("UTC", "").replace("-", "−")).join(", "),
    ],
  ])("docs/rules.md#%s has the figures of the code: %s", (anchor, text) => {
    expect(sections.get(anchor)).toContain(text);
  });
});

function minutes({ windowMs }: constants.Limit): number {
  return windowMs / constants.MS_PER_MINUTE;
}
