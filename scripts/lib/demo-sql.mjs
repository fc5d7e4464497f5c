import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { DEMO_MEMBERS, DEMO_QUARREL, DEMO_TALKS } from "../demo-members.mjs";

const MS_PER_HOUR = 3_600_000;
const MS_PER_DAY = 24 * MS_PER_HOUR;
/** Days of history before today. Only the founding members were there on the first of them. */
const PAST_DAYS = 9;
const DAYS_OF_FEW = 3;
const FOUNDERS = 5;

/** Read as text, because the first start of a fresh clone may run on a Node that can't import TypeScript. */
const CONSENT_VERSION = /CONSENT_VERSION = "([^"]+)"/.exec(
  readFileSync(new URL("../../core/shared/consent.ts", import.meta.url), "utf8"),
)?.[1];

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** An id in the Worker's format: 128 random bits in base 32. */
const makeId = () => Array.from(randomBytes(26), (byte) => ALPHABET[byte & 31]).join("");

/** @param {unknown} value */
function quote(value) {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}

/**
 * An insert that can be repeated.
 * @param {string} table
 * @param {Record<string, unknown>} row
 * @param {[table: string, id: unknown][]} parents the rows that must exist for it
 */
function insert(table, row, ...parents) {
  const columns = Object.keys(row)
    .map((name) => `"${name}"`)
    .join(", ");
  const values = Object.values(row).map(quote).join(", ");
  const conditions = parents.map(
    ([parent, id]) => `exists(select 1 from ${parent} where id = ${quote(id)})`,
  );
  const where = conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
  return `insert or ignore into ${table} (${columns}) select ${values}${where};`;
}

/** @typedef {[first: number, second: number]} Pair */

/**
 * The rounds of a tournament in which each member meets each other member once, as a simple replacement for chance. If
 * the number is odd, one member is left out in each round.
 * @param {number} count of the members
 * @param {number} round
 * @returns {{ pairs: Pair[], leftOut: number | null }} pairs of indexes for a round, and the index that is left out
 */
function playRound(count, round) {
  const seats = count + (count % 2);
  const at = (/** @type {number} */ i) => (i === 0 ? 0 : 1 + ((i - 1 + round) % (seats - 1)));
  /** @type {Pair[]} */
  const pairs = [];
  /** @type {number | null} */
  let leftOut = null;
  for (let i = 0; i < seats / 2; i++) {
    const [a, b] = [at(i), at(seats - 1 - i)];
    if (a >= count || b >= count) leftOut = a >= count ? b : a;
    else pairs.push([a, b]);
  }
  return { pairs, leftOut };
}

/**
 * Rounds to one decimal, as the API does for every place (docs/rules.md#places).
 * @param {number | null} degrees
 */
const roundDegrees = (degrees) => (degrees === null ? null : Math.round(degrees * 10) / 10);

/**
 * The demo as SQL: members who joined over ten days, a published run for each day, today's
 * conversations with messages, yesterday's as history, and a block and a report for the admin's page.
 * Each statement can be repeated without harm.
 * @param {{ passwordHash: string, now: number }} options the bcrypt hash of their common password; `now` in
 *   milliseconds since 1970
 */
export function makeDemoSql({ passwordHash, now }) {
  const today = now - (now % MS_PER_DAY);
  const dayStart = (/** @type {number} */ day) => today + (day - PAST_DAYS) * MS_PER_DAY;
  const ids = DEMO_MEMBERS.map(makeId);
  const statements = DEMO_MEMBERS.map((member, i) => {
    const createdAt = dayStart(i < FOUNDERS ? 0 : DAYS_OF_FEW) - (i + 2) * MS_PER_HOUR;
    return insertMember(member, { id: ids[i], passwordHash, today, createdAt });
  });
  const consents = ids.map((id, i) => {
    const consent = { sequence: i + 1, member_id: id, kind: "notified", version: CONSENT_VERSION };
    return insert("consents", { ...consent, created_at: dayStart(0) }, ["members", id]);
  });
  statements.push(...consents);

  const met = new Set();
  for (let day = 0; day <= PAST_DAYS; day++) {
    const count = day < DAYS_OF_FEW ? FOUNDERS : DEMO_MEMBERS.length;
    const { pairs, leftOut } = playRound(count, day);
    const run = { id: makeId(), start: dayStart(day), date: dateOf(dayStart(day)) };
    const names = pairs.map((pair) => [...pair].sort().join(" "));
    const repeats = names.filter((name) => met.has(name)).length;
    const unmatched = leftOut === null ? 0 : 1;
    const counts = { members: count, pairs: pairs.length, unmatched, repeats };
    statements.push(insertRun(run, { ...counts, duration_ms: 60 + 7 * day }));
    for (const name of names) met.add(name);
    if (leftOut !== null) {
      const dayOff = { run_id: run.id, member_id: ids[leftOut] };
      statements.push(
        insert("day_offs", dayOff, ["pairing_runs", run.id], ["members", ids[leftOut]]),
      );
    }
    pairs.forEach((pair, index) => {
      const conversation = { id: randomBytes(16).toString("hex"), pair };
      statements.push(insertPairing(conversation.id, run, [ids[pair[0]], ids[pair[1]]]));
      if (day < PAST_DAYS - 1) return;
      // Yesterday's last conversation is the one that ended in a block and a report.
      const isQuarrel = day === PAST_DAYS - 1 && index === pairs.length - 1;
      const talk = isQuarrel ? DEMO_QUARREL : (DEMO_TALKS[(day + index) % DEMO_TALKS.length] ?? []);
      const until = day === PAST_DAYS ? now : run.start + 20 * MS_PER_HOUR;
      statements.push(...sayAll({ conversation, ids, talk, from: run.start, until, now }));
      if (isQuarrel) statements.push(...quarrel({ conversation, ids, at: until }));
    });
  }
  statements.push(
    `update pairings set ${["user1", "user2"].map(setCard).join(", ")} where user1_card is null;`,
  );
  return `${statements.join("\n")}\n`;
}

/** The card of a side, the only data that an earlier partner sees of it. @param {string} side */
const setCard = (
  side,
) => `${side}_card = (select json_object('name', m.name, 'avatar_url', m.avatar_url,
  'gender', m.gender, 'location', m.location, 'latitude', m.latitude, 'longitude', m.longitude,
  'age', substr(pairing_date, 1, 4) - substr(m.dob, 1, 4) - (substr(pairing_date, 6) < substr(m.dob, 6)),
  'shared_languages', json('[]')) from members m where m.id = ${side}_id)`;

const dateOf = (/** @type {number} */ instant) => new Date(instant).toISOString().slice(0, 10);

/**
 * @typedef {{ id: string, pair: Pair }} Conversation
 * @typedef {[speaker: number, text: string][]} Talk
 */

/**
 * The time of a line in a talk: in the last hours before `until`, never before `from`.
 * @param {number} line its index
 * @param {{ talk: Talk, from: number, until: number }} when
 */
function momentOf(line, { talk, from, until }) {
  const step = Math.min(9 * 60_000, Math.floor((until - from) / (talk.length + 1)));
  return until - (talk.length - line) * step;
}

/** @param {{ conversation: Conversation, ids: string[], talk: Talk, from: number, until: number, now: number }} options */
function sayAll({ conversation, ids, talk, from, until, now }) {
  const messages = talk.map(([speaker, content], line) => {
    const at = momentOf(line, { talk, from, until });
    return {
      id: at.toString(16).padStart(12, "0") + makeId(),
      sender_id: ids[conversation.pair[speaker] ?? 0],
      content,
      client_id: null,
      created_at: at,
      // The last line of each talk has not been read yet.
      read_at: line < talk.length - 1 ? at + 20_000 : null,
    };
  });
  const change = {
    conversation_id: conversation.id,
    kind: "import",
    detail: JSON.stringify({ messages }),
    created_at: now,
  };
  // A member who has written has opened the conversation.
  const opened = [...new Set(talk.map(([speaker]) => `user${speaker + 1}_opened = 1`))];
  return [
    insert("jobs", change, ["pairings", conversation.id]),
    ...opened.map((set) => `update pairings set ${set} where id = '${conversation.id}';`),
  ];
}

/**
 * The second member of the pair has blocked and reported the first.
 * @param {{ conversation: Conversation, ids: string[], at: number }} options
 */
function quarrel({ conversation, ids, at }) {
  const [blamed, blamer] = conversation.pair;
  const evidence = DEMO_QUARREL.map(([speaker, content], i) => {
    const sender = conversation.pair[speaker] ?? 0;
    return {
      message_id: makeId(),
      content,
      sender_id: ids[sender],
      sender_name: DEMO_MEMBERS[sender]?.name,
      created_at: at - (DEMO_QUARREL.length - i) * 9 * 60_000,
    };
  });
  const block = {
    id: makeId(),
    blocker_id: ids[blamer],
    blocked_id: ids[blamed],
    created_at: at + 60_000,
  };
  const report = {
    id: makeId(),
    reporter_id: ids[blamer],
    reported_id: ids[blamed],
    conversation_id: conversation.id,
    reason: "spam",
    details: "Wanted my number at once, then tried to sell me a course.",
    evidence: JSON.stringify(evidence),
    status: "open",
    created_at: at + 90_000,
  };
  return [
    insert("blocks", block, ["pairings", conversation.id]),
    insert("reports", report, ["pairings", conversation.id]),
  ];
}

/**
 * @param {(typeof DEMO_MEMBERS)[number]} member
 * @param {{ id: string | undefined, passwordHash: string, today: number, createdAt: number }} row
 */
function insertMember({ place, ages, ...member }, { id, passwordHash, today, createdAt }) {
  return insert("members", {
    id,
    name: member.name,
    // As core/shared/fold-text.ts has it.
    search_name: member.name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase(),
    email: member.email,
    password_hash: passwordHash,
    dob: member.dob,
    gender: member.gender,
    location: place[0],
    bio: member.bio,
    timezone: place[3],
    latitude: roundDegrees(place[1]),
    longitude: roundDegrees(place[2]),
    minimum_age_preference: ages?.[0] ?? null,
    maximum_age_preference: ages?.[1] ?? null,
    is_admin: member.isAdmin ? 1 : 0,
    email_verified_at: today,
    created_at: createdAt,
  });
}

/**
 * @typedef {{ id: string, start: number, date: string }} Run
 * @param {Run} run
 * @param {{ members: number, pairs: number, unmatched: number, repeats: number, duration_ms: number }} result
 */
function insertRun(run, result) {
  return insert("pairing_runs", {
    id: run.id,
    run_key: run.date,
    date: run.date,
    trigger: "cron",
    state: "published",
    lease_until: run.start + 4 * 60_000,
    attempt: 1,
    seed: makeId(),
    ...result,
    proven_maximum: 1,
    started_at: run.start,
    published_at: run.start + result.duration_ms,
  });
}

/**
 * @param {string} id
 * @param {Run} run
 * @param {[string | undefined, string | undefined]} members
 */
function insertPairing(id, run, [user1_id, user2_id]) {
  const { id: run_id, date: pairing_date } = run;
  return insert(
    "pairings",
    { id, run_id, user1_id, user2_id, pairing_date, expires_at: run.start + MS_PER_DAY },
    ["pairing_runs", run.id],
    // The row of a demo member is missing if another member has registered their address before.
    ["members", user1_id],
    ["members", user2_id],
  );
}
