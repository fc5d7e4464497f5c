/**
 * Fills a local D1 with the data of a given number of members on the evening before a run: members, blocks, devices and
 * past pairings.
 */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createChance, generate } from "../../matching/tests/oracle/populations.ts";
import type { Member } from "../../matching/tests/oracle/types.ts";

const DAY_MS = 86_400_000;
const YEAR_MS = 365.2425 * DAY_MS;
/** How many days of earlier pairings a run reads. */
const DAYS = 30;
/** A member is compared with at most this many of the members who wait in the same list. */
const TRIES = 12;
/** In the generated populations, the engine leaves out about this share of the members. */
const LEFT_OUT_SHARE = 0.09;
const LANGUAGES = ["en", "de", "fr", "es", "pt", "it", "pl", "tr"];

interface Seed {
  members: number;
  /** The share of the members who take part. The other members have been away for weeks. */
  activeShare: number;
  midnight: number;
  pushService: string;
}

export interface Seeded {
  active: number;
  pairings: number;
  devices: number;
  megabytes: number;
}

/**
 * Each ten-minute cron checks its own range of member keys for absent members. In the range of one cron, all members
 * are absent and have no notice yet. This is the number of that cron, counted from midnight.
 */
export const ABSENCE_TICK = 30;
const TICKS_PER_DAY = 144;

interface Person extends Member {
  memberId: string;
  age: number;
  card: string;
}

const toDate = (at: number) => new Date(at).toISOString().slice(0, 10);

/** Makes random ids from a large pool, so that not every id needs a call of the random source. */
function createIds(bytes: number): () => string {
  let pool = "";
  let at = 0;
  return () => {
    if (at === pool.length) {
      pool = randomBytes(bytes * 20_000).toString("hex");
      at = 0;
    }
    at += 2 * bytes;
    return pool.slice(at - 2 * bytes, at);
  };
}

/** Expects a state folder to which the migrations have been applied. */
export function seedNight(state: string, given: Seed): Seeded {
  const { activeShare, midnight, pushService } = given;
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  const file = readdirSync(folder).find(
    (name) => name.endsWith(".sqlite") && name !== "metadata.sqlite",
  );
  if (!file) throw new Error("there is no database to fill");
  const db = new DatabaseSync(join(folder, file));
  db.exec(
    "pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -2000000; pragma foreign_keys = off",
  );
  // The indexes are dropped here and created again at the end, because inserting takes ten times as long with indexes.
  const indexes = db
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in ('pairings', 'members', 'blocks', 'push_subscriptions')",
    )
    .all() as { name: string; sql: string }[];
  for (const { name } of indexes) db.exec(`drop index "${name}"`);
  db.exec("begin");
  const chance = createChance(given.members);
  const people = insertPeople(db, { ...given, chance });
  const active = people.filter((_, i) => isActive(i, activeShare));
  const devices = insertDevices(db, active, { midnight, pushService });
  const pairings = insertNights(db, active, { midnight, chance });
  db.exec("commit");
  for (const { sql } of indexes) db.exec(sql);
  db.exec("pragma optimize");
  const { page_count: pages } = db.prepare("pragma page_count").get() as { page_count: number };
  const { page_size: size } = db.prepare("pragma page_size").get() as { page_size: number };
  db.exec("pragma journal_mode = wal");
  db.close();
  return { active: active.length, pairings, devices, megabytes: (pages * size) / 1e6 };
}

/** The active members are spread evenly over the keys, as in a real database, where members come and go. */
const isActive = (i: number, share: number) => Math.floor((i + 1) * share) > Math.floor(i * share);

function insertPeople(
  db: DatabaseSync,
  { members, midnight, activeShare, chance }: Seed & { chance: () => number },
): Person[] {
  const insertMember = db.prepare(`insert into members (id, name, email, password_hash, dob, gender,
      preferred_match_gender, latitude, longitude, distance_preference, minimum_age_preference,
      maximum_age_preference, bio, location, timezone, languages, last_seen_on, absence_told_on, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'A city, a county, a country', ?, ?, ?, ?, 1)`);
  const insertBlock = db.prepare(
    "insert or ignore into blocks (id, blocker_id, blocked_id, created_at) values (?, ?, ?, 1)",
  );
  const people: Person[] = [];
  const makeId = createIds(13);
  const hash = "0".repeat(60);
  const bio = "0".repeat(200);
  const keysPerTick = Math.ceil((members + 1) / TICKS_PER_DAY);
  generate("realistic", members, 1, {
    member(member) {
      const i = people.length;
      const memberId = makeId();
      const name = `Member ${i}`;
      const age = Math.floor((midnight - Date.parse(member.dob ?? "")) / YEAR_MS);
      const known = chance() < 0.7;
      const languages = known ? [...new Set([1, 2].map(() => pick(LANGUAGES, chance)))] : [];
      const hours = Math.max(-11, Math.min(12, Math.round((member.longitude ?? 0) / 15)));
      const timezone = `UTC${hours < 0 ? "-" : "+"}${String(Math.abs(hours)).padStart(2, "0")}:00`;
      const isUntold = Math.floor((i + 1) / keysPerTick) === ABSENCE_TICK;
      const isHere = isActive(i, activeShare) && !isUntold;
      const seenOn = toDate(midnight - (isHere ? 1 : 60) * DAY_MS);
      const toldOn = isHere || isUntold ? null : toDate(midnight - 45 * DAY_MS);
      const card = JSON.stringify({
        name,
        avatar_url: null,
        gender: member.gender,
        location: "A city, a county, a country",
        latitude: member.latitude,
        longitude: member.longitude,
        age,
        shared_languages: [],
      });
      insertMember.run(
        memberId,
        name,
        `${i}@example.org`,
        hash,
        member.dob,
        member.gender,
        member.preferred_match_gender,
        member.latitude,
        member.longitude,
        member.distance_preference,
        member.minimum_age_preference,
        member.maximum_age_preference,
        bio,
        timezone,
        JSON.stringify(languages),
        seenOn,
        toldOn,
      );
      people.push({ ...member, memberId, age, card });
    },
    block(one, other) {
      const [a, b] = [people[Number(one.slice(1))], people[Number(other.slice(1))]];
      if (a && b) insertBlock.run(makeId(), a.memberId, b.memberId);
    },
    recentPair() {},
  });
  return people;
}

const pick = <T>(list: readonly T[], chance: () => number): T =>
  list[Math.floor(chance() * list.length)] as T;

/**
 * Every second active member has a device. All devices have the same key, because nobody decrypts their notifications.
 */
function insertDevices(
  db: DatabaseSync,
  active: Person[],
  { midnight, pushService }: Pick<Seed, "midnight" | "pushService">,
): number {
  const insert =
    db.prepare(`insert into push_subscriptions (id, member_id, session_id, endpoint, p256dh, auth, label, created_at)
    values (?, ?, ?, ?, ?, ?, 'Firefox on Android', ?)`);
  const { x = "", y = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({
    format: "jwk",
  });
  const point = [Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  const p256dh = Buffer.concat(point).toString("base64url");
  const auth = randomBytes(16).toString("base64url");
  const makeId = createIds(13);
  const letters = "0123456789abcdefghjkmnpqrstvwxyz";
  let devices = 0;
  for (const [i, { memberId }] of active.entries()) {
    if (i % 2 === 1) continue;
    const id = `${letters[devices % letters.length]}${makeId()}`;
    const endpoint = `${pushService}/${id}`;
    insert.run(id, memberId, `session-${i}`, endpoint, p256dh, auth, midnight - DAY_MS);
    devices++;
  }
  return devices;
}

function insertNights(
  db: DatabaseSync,
  active: Person[],
  { midnight, chance }: { midnight: number; chance: () => number },
): number {
  const insertRun =
    db.prepare(`insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, members,
      pairs, unmatched, repeats, proven_maximum, started_at, published_at, duration_ms)
    values (?1, ?2, ?2, 'cron', 'published', ?3, 'seed', ?4, ?5, ?6, 0, 1, ?3, ?3 + 1000, 1000)`);
  const insertPairing =
    db.prepare(`insert into pairings (id, run_id, user1_id, user2_id, pairing_date, expires_at,
      user1_card, user2_card, user1_opened, user2_opened) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertDayOff = db.prepare(
    "insert into day_offs (run_id, member_id, counted) values (?, ?, 1)",
  );
  const wait = db.prepare("update members set waited = 1, waited_on = ? where id = ?");
  const makeId = createIds(16);
  const order = Int32Array.from(active, (_, i) => i);
  let pairings = 0;
  for (const daysAgo of Array.from({ length: DAYS }, (_, i) => DAYS - i)) {
    const at = midnight - daysAgo * DAY_MS;
    const date = toDate(at);
    const runId = makeId();
    shuffle(order, chance);
    const { pairs, alone } = pairGreedily(active, order);
    insertRun.run(runId, date, at, active.length, pairs.length / 2, alone.length);
    for (let i = 0; i < pairs.length; i += 2) {
      const [one, other] = [active[pairs[i] as number], active[pairs[i + 1] as number]];
      if (!one || !other) continue;
      const [opened, otherOpened] = [chance() < 0.9 ? 1 : 0, chance() < 0.9 ? 1 : 0];
      insertPairing.run(
        makeId(),
        runId,
        one.memberId,
        other.memberId,
        date,
        at + DAY_MS,
        one.card,
        other.card,
        opened,
        otherOpened,
      );
    }
    pairings += pairs.length / 2;
    // Only the last night gets days off, because a run reads no earlier ones. Only a share of the members gets one,
    // because this greedy pairing leaves out three times as many members as a run does.
    if (daysAgo !== 1) continue;
    for (const i of alone.slice(0, active.length * LEFT_OUT_SHARE)) {
      const memberId = active[i]?.memberId ?? "";
      insertDayOff.run(runId, memberId);
      wait.run(date, memberId);
    }
  }
  return pairings;
}

function shuffle(order: Int32Array, chance: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1));
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
}

/**
 * Takes the members in order. Each is paired with a compatible member among those who began to wait last. If there is
 * none, the member waits too. This is fast, but finds far fewer pairs than the engine.
 */
function pairGreedily(active: Person[], order: Int32Array) {
  const waiting = new Map<string, number[]>();
  const pairs: number[] = [];
  for (const i of order) {
    const one = active[i] as Person;
    const place = placeOf(one);
    const partner = takePartner(waiting, active, one, place);
    if (partner !== undefined) {
      pairs.push(i, partner);
      continue;
    }
    const key = `${place} ${one.gender} ${one.preferred_match_gender}`;
    const list = waiting.get(key);
    if (list) list.push(i);
    else waiting.set(key, [i]);
  }
  return { pairs, alone: [...waiting.values()].flat() };
}

const GENDERS = ["Male", "Female", "Transgender", "Non-Binary", null];

/**
 * Members with a distance limit are paired within their own square degree. All other members are paired with each
 * other.
 */
const placeOf = ({ latitude, longitude, distance_preference }: Person): string =>
  latitude === null || longitude === null || distance_preference === null
    ? "anywhere"
    : `${Math.round(latitude)} ${Math.round(longitude)}`;

function takePartner(
  waiting: Map<string, number[]>,
  active: Person[],
  one: Person,
  place: string,
): number | undefined {
  for (const gender of GENDERS) {
    if (one.preferred_match_gender !== null && one.preferred_match_gender !== gender) continue;
    for (const wish of one.gender === null ? [null] : [one.gender, null]) {
      const list = waiting.get(`${place} ${gender} ${wish}`) ?? [];
      for (let at = list.length - 1; at >= Math.max(0, list.length - TRIES); at--) {
        const found = list[at] as number;
        if (!areCompatible(one, active[found] as Person)) continue;
        list[at] = list.at(-1) as number;
        list.pop();
        return found;
      }
    }
  }
  return undefined;
}

const acceptsAge = ({ minimum_age_preference, maximum_age_preference }: Person, age: number) =>
  age >= (minimum_age_preference ?? 18) && age <= (maximum_age_preference ?? 80);

const areCompatible = (one: Person, other: Person) =>
  acceptsAge(one, other.age) && acceptsAge(other, one.age);
