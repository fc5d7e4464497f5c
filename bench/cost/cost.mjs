/**
 * `npm run bench:cost` writes into the README what a month on Cloudflare costs at 100, 10,000 and 1,000,000 members:
 * with hibernating WebSockets (our pages), and with long polls (if every page fell back to them). The rows read per
 * call are those of tests/support/call-costs.ts. `npm run bench:realtime` measures an object's events and times.
 * What a member does in a day is assumed here.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { writeSection } from "../readme-section.mjs";

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
  objectRowsWritten: { included: 50 * MILLION, perMillion: 1 },
  objectStorageGb: { included: 5, perUnit: 0.2 },
};

/** An object is charged for 128 MB as long as it is in memory and can't hibernate. */
const OBJECT_GB = 0.125;
/** Cloudflare charges this many incoming WebSocket messages as one request. */
const FRAMES_A_REQUEST = 20;

/** The day of one active member. The partner is active too, and the two send each other 30 messages. */
const ACTIVE_SHARE = 0.3;
const DAY = {
  signIns: 0.05,
  visitsOfHome: 3,
  visitsOfConversation: 3,
  minutesOfHome: 3,
  minutesOfConversation: 12,
  messages: 15,
  /** The worst case: the page makes one call for each of the partner's messages to mark it as read. */
  reads: 15,
};
/** Assumed. The server holds a poll for up to 25 s, and answers earlier if there is an event. */
const SECONDS_A_POLL = 20;
/**
 * How many members' polls share one object. The value 1 overstates the objects' time, because there are only 4 shards.
 */
const OBJECT_SHARED_BY = 1;
const SECONDS_A_PING = 25;
/**
 * How long one event keeps an object busy. Assumed, without the time in which a join waits for D1: tens of
 * milliseconds over the network.
 */
const EVENT_SECONDS = 0.002;
const JOIN_SECONDS = 0.1;
/** Measured: bcrypt with 2^10 rounds, a page, and any other call. */
const CPU_MS = { signIn: 61, page: 6, call: 2 };
/**
 * Rows written, where each index entry counts as a row (db/schema, worker/live/tables.ts). `day` counts the last use of
 * the session and of the member, and the mark that the pairing was opened. `run` is measured: 391,396 rows for 100,000
 * members (bench/night/README.md).
 */
const WRITTEN = { session: 3, day: 3, run: 3.91 };
const OBJECT_WRITTEN = { message: 1, read: 1, join: 1 };
/** Measured: an object with 30 messages took 20 KiB. It also had an index that has been removed since. */
const BYTES = { conversation: 20_480, pairing: 600, member: 900 };
const HISTORY_DAYS = 365;
/**
 * Assumed: the share of members who want reminders and have no device, and how many mails each of them gets per day.
 * The other numbers are D1 rows. The mail provider's price isn't included.
 */
const REMINDED = { share: 0.3, mailsPerDay: 0.2, read: 12, moved: 3, noted: 1 };
/** Rows that the midnight run reads per member. Measured: 4,497,639 for 100,000 members with a month of history. */
const RUN_READS = 45;

const table = readFileSync(new URL("../../tests/support/call-costs.ts", import.meta.url), "utf8");

/**
 * The number of rows that a call of the API reads, from `tests/support/call-costs.ts`, which the tests check.
 * @throws Error if the call isn't in the table
 */
function rowsRead(call) {
  const escaped = call.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const row = new RegExp(`name: "${escaped}",\\s+cost: \\[\\d+, \\d+, (\\d+)\\]`).exec(table);
  if (!row) throw new Error(`tests/support/call-costs.ts has no count for ${call}`);
  return Number(row[1]);
}

const CONVERSATION = "/api/pairings/conversation/{id}";

function countDay(way) {
  const seconds = DAY.minutesOfConversation * 60;
  const pages = DAY.visitsOfHome + DAY.visitsOfConversation + DAY.minutesOfHome;
  // A message, its typing event and the partner's receipt go over the connection, so no database query is needed.
  const events = DAY.messages * 3 + DAY.visitsOfConversation * 3;
  const live =
    way === "sleeping"
      ? {
          requests: DAY.visitsOfConversation,
          objectRequests:
            DAY.visitsOfConversation * 2 + (events + seconds / SECONDS_A_PING) / FRAMES_A_REQUEST,
          objectSeconds: events * EVENT_SECONDS + DAY.visitsOfConversation * JOIN_SECONDS,
        }
      : {
          requests: seconds / SECONDS_A_POLL + DAY.messages * 3 + events,
          // Each poll reaches a shard. The events in a poll also reach the conversation's object.
          objectRequests:
            seconds / SECONDS_A_POLL + DAY.messages * 3 + events + events / FRAMES_A_REQUEST,
          objectSeconds: seconds / OBJECT_SHARED_BY,
        };
  const calls = DAY.reads + DAY.visitsOfConversation + live.requests;
  const rows =
    pages * rowsRead("GET /api/users/me") +
    (DAY.visitsOfHome + DAY.minutesOfHome) *
      (rowsRead("GET /api/pairings/current") + rowsRead("GET /api/pairings/past")) +
    DAY.visitsOfConversation * 3 * rowsRead(`GET ${CONVERSATION}/messages`) +
    DAY.reads * rowsRead(`POST ${CONVERSATION}/read`) +
    DAY.signIns * rowsRead("POST /api/auth/login");
  return {
    requests: pages + calls + DAY.signIns,
    cpuMs: pages * CPU_MS.page + calls * CPU_MS.call + DAY.signIns * CPU_MS.signIn,
    rowsRead: rows,
    rowsWritten: DAY.signIns * WRITTEN.session + WRITTEN.day,
    objectRequests: live.objectRequests + DAY.reads + DAY.visitsOfConversation,
    objectGbSeconds: (live.objectSeconds + DAY.reads * EVENT_SECONDS) * OBJECT_GB,
    objectRowsWritten:
      DAY.messages * (OBJECT_WRITTEN.message + OBJECT_WRITTEN.read) +
      DAY.visitsOfConversation * OBJECT_WRITTEN.join,
  };
}

function countMonth({ members, way, activeShare = ACTIVE_SHARE }) {
  const active = members * activeShare;
  const month = Object.fromEntries(
    Object.entries(countDay(way)).map(([name, value]) => [name, value * active * DAYS]),
  );
  // The midnight run includes everyone, active or not.
  month.rowsRead += members * RUN_READS * DAYS;
  month.rowsWritten += members * WRITTEN.run * DAYS;
  const reminded = members * REMINDED.share * DAYS;
  month.mails = reminded * REMINDED.mailsPerDay;
  month.rowsRead += (reminded + month.mails) * REMINDED.read;
  month.rowsWritten += reminded * REMINDED.moved + month.mails * REMINDED.noted;
  const pairs = members / 2;
  month.storageGb = (members * BYTES.member + pairs * BYTES.pairing * HISTORY_DAYS) / 1e9;
  month.objectStorageGb = ((active / 2) * BYTES.conversation * HISTORY_DAYS) / 1e9;
  return month;
}

const price = (name, used) => {
  const { included, perMillion, perUnit } = PRICES[name];
  const over = Math.max(0, used - included);
  return perUnit === undefined ? (over / MILLION) * perMillion : over * perUnit;
};

const COLUMNS = [
  { members: 100, way: "sleeping" },
  { members: 10_000, way: "sleeping" },
  { members: 1_000_000, way: "sleeping" },
  { members: 1_000_000, way: "polls" },
];
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
  objectRowsWritten: "Object rows written",
  objectStorageGb: "Object GB after a year",
  mails: "Mails that call back, at the sender's price",
};
const NAMES = { sleeping: "connections that sleep", polls: "held polls" };

export function costTable() {
  const months = COLUMNS.map(countMonth);
  const heads = COLUMNS.map(({ members, way }) => `${number(members)} members, ${NAMES[way]}`);
  const rows = Object.entries(LABELS).map(([name, label]) => {
    // Resources without a price in `PRICES` are only counted.
    const cells = months.map((month) =>
      name in PRICES
        ? `${number(month[name])} (${money(price(name, month[name]))})`
        : number(month[name]),
    );
    return `| ${label} | ${cells.join(" | ")} |`;
  });
  const toSum = (month) =>
    PRICES.base +
    Object.keys(LABELS)
      .filter((name) => name in PRICES)
      .reduce((sum, name) => sum + price(name, month[name]), 0);
  const [, , million] = COLUMNS;
  return [
    `| A month at | ${heads.join(" | ")} |`,
    `|---|${COLUMNS.map(() => "---:|").join("")}`,
    ...rows,
    `| **Sum with the plan's $5** | ${months.map((month) => `**${money(toSum(month))}**`).join(" | ")} |`,
    "",
    `Were every member active every day, a million would cost ${money(toSum(countMonth({ ...million, activeShare: 1 })))} (connections that sleep).`,
  ];
}

export const README = new URL("README.md", import.meta.url);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeSection(README, "cost", costTable());
  console.log(costTable().join("\n"));
}
