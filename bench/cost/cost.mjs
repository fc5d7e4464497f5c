/**
 * `npm run bench -- cost`: what a month on Cloudflare costs at 100, 10,000 and 1,000,000 members. Round
 * trips and rows read of each call are the ones that the tests hold every call to
 * (tests/support/call-costs.ts); what a member does in a day is an assumption, and stands here.
 */
import { readFileSync } from "node:fs";

const DAYS = 30;
const MILLION = 1e6;

/** Workers Paid in US dollars, as of November 2026 (developers.cloudflare.com, the pages on pricing). */
const PRICES = {
  base: 5,
  requests: { included: 10 * MILLION, perMillion: 0.3 },
  cpuMs: { included: 30 * MILLION, perMillion: 0.02 },
  rowsRead: { included: 25_000 * MILLION, perMillion: 0.001 },
  rowsWritten: { included: 50 * MILLION, perMillion: 1 },
  storageGb: { included: 5, perUnit: 0.75 },
  objectRequests: { included: MILLION, perMillion: 0.15 },
  objectGbSeconds: { included: 400_000, perMillion: 12.5 },
};

/** An object is charged for 128 MB as long as it is in memory. */
const OBJECT_GB = 0.125;

/** One active member's day. */
const ACTIVE_SHARE = 0.3;
const DAY = {
  signIns: 0.05,
  visitsOfHome: 3,
  visitsOfConversation: 3,
  minutesOfHome: 3,
  minutesOfConversation: 12,
  messages: 8,
  sends: 8,
};
/** A poll of the conversation's socket is held for up to 25 s; two share an object most of the time. */
const SECONDS_A_POLL = 20;
const OBJECT_SHARED_BY = 1.5;
/** Measured: bcrypt with 2^10 rounds (bench/README.md), and a page or a call otherwise. */
const CPU_MS = { signIn: 61, page: 6, call: 2 };
/** A row and each of its indexes count as written (db/schema.ts). */
const WRITTEN = { message: 6, read: 2, session: 3, pairing: 7 };
const BYTES = { message: 700, pairing: 600, member: 900 };
const HISTORY_DAYS = 365;
/** Rows that the midnight run reads for a member: the row, its day off, its pairs of 30 days. */
const RUN_READS = 35;

const table = readFileSync(new URL("../../tests/support/call-costs.ts", import.meta.url), "utf8");

/** Rows read by a call, from the table that the tests check. @throws Error when the call is not in it */
function rowsRead(call) {
  const escaped = call.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const row = new RegExp(`"${escaped}": \\[\\d+, \\d+, (\\d+)\\]`).exec(table);
  if (!row) throw new Error(`tests/support/call-costs.ts has no count for ${call}`);
  return Number(row[1]);
}

const CONVERSATION = "/api/pairings/conversation/{id}";

/** What an active member uses in a day. */
function countDay() {
  const polls = (DAY.minutesOfConversation * 60) / SECONDS_A_POLL + DAY.messages * 2;
  const pages = DAY.visitsOfHome + DAY.visitsOfConversation + DAY.minutesOfHome;
  const reads = DAY.visitsOfConversation;
  const rows =
    pages * rowsRead("GET /api/users/me") +
    (DAY.visitsOfHome + DAY.minutesOfHome) *
      (rowsRead("GET /api/pairings/current") + rowsRead("GET /api/pairings/past")) +
    DAY.visitsOfConversation * rowsRead(`GET ${CONVERSATION}/messages`) +
    DAY.sends * rowsRead(`POST ${CONVERSATION}/messages`) +
    reads * rowsRead(`POST ${CONVERSATION}/read`) +
    DAY.signIns * rowsRead("POST /api/auth/login");
  const calls = DAY.sends + reads + polls;
  return {
    requests: pages + calls + DAY.signIns,
    cpuMs: pages * CPU_MS.page + calls * CPU_MS.call + DAY.signIns * CPU_MS.signIn,
    rowsRead: rows,
    rowsWritten:
      DAY.sends * WRITTEN.message + DAY.sends * WRITTEN.read + DAY.signIns * WRITTEN.session,
    objectRequests: polls + DAY.sends + reads,
    objectGbSeconds: (DAY.minutesOfConversation * 60 * OBJECT_GB) / OBJECT_SHARED_BY,
  };
}

function countMonth(members) {
  const active = members * ACTIVE_SHARE;
  const month = Object.fromEntries(
    Object.entries(countDay()).map(([name, value]) => [name, value * active * DAYS]),
  );
  // Everyone is in the midnight run, whether they look or not.
  month.rowsRead += members * RUN_READS * DAYS;
  month.rowsWritten += (members / 2) * WRITTEN.pairing * DAYS;
  const bytes =
    members * BYTES.member +
    (members / 2) * BYTES.pairing * HISTORY_DAYS +
    active * DAY.sends * BYTES.message * HISTORY_DAYS;
  month.storageGb = bytes / 1e9;
  return month;
}

const price = (name, used) => {
  const { included, perMillion, perUnit } = PRICES[name];
  const over = Math.max(0, used - included);
  return perUnit === undefined ? (over / MILLION) * perMillion : over * perUnit;
};

const SIZES = [100, 10_000, 1_000_000];
const months = SIZES.map(countMonth);
const number = (value) =>
  value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 });
const money = (value) => `$${value.toFixed(2)}`;
const LABELS = {
  requests: "Worker requests",
  cpuMs: "CPU milliseconds",
  rowsRead: "D1 rows read",
  rowsWritten: "D1 rows written",
  storageGb: "D1 GB after a year",
  objectRequests: "Object requests",
  objectGbSeconds: "Object GB-seconds",
};

const lines = [
  `| A month at | ${SIZES.map((size) => `${number(size)} members`).join(" | ")} |`,
  `|---|${SIZES.map(() => "---:|").join("")}`,
  ...Object.entries(LABELS).map(([name, label]) => {
    const cells = months.map(
      (month) => `${number(month[name])} (${money(price(name, month[name]))})`,
    );
    return `| ${label} | ${cells.join(" | ")} |`;
  }),
];
const totals = months.map(
  (month) =>
    PRICES.base + Object.keys(LABELS).reduce((sum, name) => sum + price(name, month[name]), 0),
);
lines.push(
  `| **Sum with the plan's $5** | ${totals.map((sum) => `**${money(sum)}**`).join(" | ")} |`,
);
console.log(lines.join("\n"));
