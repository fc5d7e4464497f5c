/**
 * Populations to check a pairing with. Members are passed on one by one, so that a million need no memory here. No code
 * is shared with the engine, which runs only to make the previous day's pairs of `second-day` and `unanswered`.
 */
import { CITIES } from "./cities.ts";
import { pairInput } from "./run-engine.ts";
import type { Member } from "./types.ts";

/** Without `fields`, the member accepts everybody. */
export const plainMember = (i: number, fields: Partial<Member> = {}): Member => ({
  id: `m${i}`,
  gender: null,
  preferred_match_gender: null,
  dob: "1990-01-01",
  minimum_age_preference: null,
  maximum_age_preference: null,
  latitude: null,
  longitude: null,
  distance_preference: null,
  left_out_yesterday: false,
  ...fields,
});

/** Receives all members first, then the blocks, then the recent pairs. */
export interface Sink {
  member(member: Member): void;
  block(blocker: string, blocked: string): void;
  recentPair(a: string, b: string): void;
}

export const DATE = "2026-03-01";
const YEAR = 2026;

export const POPULATIONS = [
  "realistic",
  "second-day",
  "skewed",
  "scarce",
  "chains",
  "dense-blocks",
  "open-odd",
  "few-fresh",
  "tiny",
  "borders",
  "hostile",
  "unanswered",
] as const;
export type PopulationName = (typeof POPULATIONS)[number];

/** mulberry32, which the engine does not use. */
export function createChance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class Maker {
  readonly chance: () => number;
  readonly sink: Sink;
  readonly size: number;
  readonly seed: number;

  constructor(size: number, seed: number, sink: Sink) {
    this.seed = seed;
    this.size = size;
    this.sink = sink;
    this.chance = createChance(seed * 7919 + size);
  }

  below(bound: number): number {
    return Math.floor(this.chance() * bound);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  bornAt(age: number): string {
    const month = 1 + this.below(12);
    const day = 1 + this.below(28);
    const had = month < 3 || (month === 3 && day === 1);
    return `${YEAR - age - (had ? 0 : 1)}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  }

  /** Many members are young and few are old. */
  age(): number {
    return 18 + Math.floor(Math.min(0.999, this.chance() ** 2.2) * 50);
  }

  plain(i: number, age: number): Member {
    return plainMember(i, { dob: this.bornAt(age) });
  }

  place(member: Member, latitude: number, longitude: number, spreadKm: number): void {
    const north = (this.chance() + this.chance() - 1) * spreadKm;
    const east = (this.chance() + this.chance() - 1) * spreadKm;
    member.latitude = round6(latitude + north / 111.2);
    const scale = Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
    const turned = longitude + east / 111.2 / scale;
    member.longitude = round6(turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned);
  }

  city(): readonly [number, number, number] {
    // The bigger of two drawn cities, so that big cities get the most members.
    const a = this.pick(CITIES);
    const b = this.pick(CITIES);
    return a[2] > b[2] ? a : b;
  }

  range(member: Member, age: number, width: number): void {
    const minimum = Math.max(18, age - 1 - this.below(width));
    member.minimum_age_preference = minimum;
    member.maximum_age_preference = Math.min(
      80,
      Math.max(minimum + 1, age + 1 + this.below(width)),
    );
  }

  /** Adds recent pairs, of members who are close together in the order of creation. */
  history(perMember: number, reach: number): void {
    const pairs = Math.floor((this.size * perMember) / 2);
    for (let k = 0; k < pairs; k++) {
      const a = this.below(this.size);
      const b = (a + 1 + this.below(reach)) % this.size;
      if (a !== b) this.sink.recentPair(`m${a}`, `m${b}`);
    }
  }

  blocks(perMember: number, reach: number): void {
    const count = Math.floor(this.size * perMember);
    for (let k = 0; k < count; k++) {
      const a = this.below(this.size);
      const b = (a + 1 + this.below(reach)) % this.size;
      if (a !== b) this.sink.block(`m${a}`, `m${b}`);
    }
  }
}

function round6(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** @param size the number of members; for `tiny` and `borders`, the most */
export function generate(name: PopulationName, size: number, seed: number, sink: Sink): void {
  const make = new Maker(size, seed, sink);
  GENERATORS[name](make);
}

export function collect(name: PopulationName, size: number, seed: number) {
  const members: Member[] = [];
  const blocks: [string, string][] = [];
  const recentPairs: [string, string][] = [];
  generate(name, size, seed, {
    member: (member) => void members.push(member),
    block: (a, b) => void blocks.push([a, b]),
    recentPair: (a, b) => void recentPairs.push([a, b]),
  });
  return { date: DATE, members, blocks, recentPairs };
}

const GENERATORS: Record<PopulationName, (make: Maker) => void> = {
  realistic(make) {
    for (let i = 0; i < make.size; i++) {
      const age = make.age();
      const member = make.plain(i, age);
      const draw = make.chance();
      member.gender =
        draw < 0.56
          ? "Male"
          : draw < 0.93
            ? "Female"
            : draw < 0.95
              ? "Transgender"
              : draw < 0.97
                ? "Non-Binary"
                : null;
      const wish = make.chance();
      const opposite = member.gender === "Male" ? "Female" : "Male";
      member.preferred_match_gender =
        wish < 0.72
          ? opposite
          : wish < 0.8
            ? member.gender
            : wish < 0.97
              ? null
              : make.pick(["Transgender", "Non-Binary"]);
      if (make.chance() < 0.6) make.range(member, age, 12);
      if (make.chance() < 0.5) {
        const [latitude, longitude] = make.city();
        make.place(member, latitude, longitude, 60);
        if (make.chance() < 0.7) member.distance_preference = 5 * (1 + make.below(60));
      } else if (make.chance() < 0.2) {
        member.distance_preference = 50; // has no effect without coordinates
      }
      member.left_out_yesterday = make.chance() < 0.06;
      make.sink.member(member);
    }
    make.blocks(0.05, make.size);
    make.history(4, 2000);
  },
  /** The realistic population a day later: its pairs have become recent, and its unmatched members have priority. */
  "second-day"(make) {
    const first = collect("realistic", make.size, make.seed);
    const { pairs, unmatched } = pairInput(first, make.seed);
    const leftOut = new Set(unmatched);
    for (const member of first.members) {
      make.sink.member({ ...member, left_out_yesterday: leftOut.has(member.id) });
    }
    for (const [a, b] of first.blocks) make.sink.block(a, b);
    for (const [a, b] of first.recentPairs) make.sink.recentPair(a, b);
    for (const [a, b] of pairs) make.sink.recentPair(a, b);
  },
  /** The second day, with timezones and with members whose partner never opened the conversation. */
  unanswered(make) {
    const first = collect("second-day", make.size, make.seed);
    for (const member of first.members) {
      const hours = Math.round((member.longitude ?? 360 * make.chance() - 180) / 15);
      make.sink.member({
        ...member,
        partner_absent_yesterday: !member.left_out_yesterday && make.chance() < 0.08,
        utc_offset: make.chance() < 0.9 ? 60 * Math.min(14, hours) : null,
      });
    }
    for (const [a, b] of first.blocks) make.sink.block(a, b);
    for (const [a, b] of first.recentPairs) make.sink.recentPair(a, b);
  },
  skewed(make) {
    for (let i = 0; i < make.size; i++) {
      const age = make.age();
      const member = make.plain(i, age);
      const man = make.chance() < 0.8;
      member.gender = man ? "Male" : "Female";
      member.preferred_match_gender = man ? "Female" : "Male";
      if (make.chance() < 0.5) make.range(member, age, 10);
      member.left_out_yesterday = make.chance() < (man ? 0.6 : 0.02);
      make.sink.member(member);
    }
    make.blocks(0.02, make.size);
    make.history(3, 1000);
  },
  scarce(make) {
    for (let i = 0; i < make.size; i++) {
      const age = 18 + make.below(45);
      const member = make.plain(i, age);
      member.gender = make.chance() < 0.52 ? "Male" : "Female";
      member.preferred_match_gender =
        make.chance() < 0.85 ? (member.gender === "Male" ? "Female" : "Male") : null;
      make.range(member, age, 3);
      const places = Math.max(4, Math.ceil(make.size / 160));
      const place = make.below(places);
      make.place(member, -55 + ((place * 37) % 110), -180 + ((place * 71.7) % 360), 45);
      member.distance_preference = 25 + 5 * make.below(6);
      member.left_out_yesterday = make.chance() < 0.3;
      make.sink.member(member);
    }
    make.blocks(0.05, 40);
    make.history(2, 500);
  },
  chains(make) {
    // On a line, each member reaches the next one or two. This makes paths, and odd cycles where three members reach
    // each other.
    let i = 0;
    let row = 0;
    while (i < make.size) {
      const length = Math.min(make.size - i, 3 + make.below(40));
      const latitude = -60 + ((row * 0.83) % 120);
      const start = -180 + ((row * 7.31) % 360);
      row++;
      const step = 20 / 111.2 / Math.cos((latitude * Math.PI) / 180);
      for (let k = 0; k < length; k++, i++) {
        const member = make.plain(i, 30);
        member.latitude = round6(latitude + (make.chance() - 0.5) * 0.02);
        const longitude = start + k * step;
        member.longitude = round6(longitude > 180 ? longitude - 360 : longitude);
        member.distance_preference = make.chance() < 0.75 ? 25 : 45;
        member.left_out_yesterday = make.chance() < 0.1;
        make.sink.member(member);
      }
    }
    make.history(0.3, 3);
  },
  "dense-blocks"(make) {
    const group = 24;
    for (let i = 0; i < make.size; i++) {
      const member = make.plain(i, 25 + (Math.floor(i / group) % 40));
      const g = Math.floor(i / group);
      member.latitude = round6(-58 + ((g * 0.61) % 116));
      member.longitude = round6(-180 + ((g * 3.77) % 360));
      member.distance_preference = 10;
      member.gender = make.pick(["Male", "Female", "Non-Binary"]);
      member.preferred_match_gender = make.chance() < 0.6 ? null : make.pick(["Male", "Female"]);
      member.left_out_yesterday = make.chance() < 0.15;
      make.sink.member(member);
    }
    for (let i = 0; i < make.size; i++) {
      for (let j = Math.floor(i / group) * group; j < i; j++) {
        if (make.chance() < 0.65) make.sink.block(`m${i}`, `m${j}`);
      }
    }
    make.history(1, 12);
  },
  "open-odd"(make) {
    const size = make.size % 2 === 1 ? make.size : Math.max(1, make.size - 1);
    for (let i = 0; i < size; i++) {
      const member = make.plain(i, 18 + make.below(60));
      member.left_out_yesterday = i === 0;
      make.sink.member(member);
    }
    make.history(10, size);
  },
  "few-fresh"(make) {
    const group = 14;
    for (let i = 0; i < make.size; i++) {
      const g = Math.floor(i / group);
      const member = make.plain(i, 30);
      member.latitude = round6(-58 + ((g * 0.61) % 116));
      member.longitude = round6(-180 + ((g * 3.77) % 360));
      member.distance_preference = 10;
      const man = make.chance() < 0.5;
      member.gender = man ? "Male" : "Female";
      member.preferred_match_gender = make.chance() < 0.4 ? null : man ? "Female" : "Male";
      member.left_out_yesterday = make.chance() < 0.15;
      make.sink.member(member);
    }
    for (let i = 0; i < make.size; i++) {
      for (let j = Math.floor(i / group) * group; j < i; j++) {
        if (make.chance() < 0.84) make.sink.recentPair(`m${j}`, `m${i}`);
      }
    }
  },
  tiny(make) {
    const size = Math.min(make.size, make.below(10));
    for (let i = 0; i < size; i++) {
      const age = make.pick([18, 19, 20, 21, 40]);
      const member = make.plain(i, age);
      member.gender = make.pick(["Male", "Female", null]);
      member.preferred_match_gender = make.pick(["Male", "Female", null, null]);
      if (make.chance() < 0.4) make.range(member, age, 4);
      if (make.chance() < 0.6) {
        make.place(member, 0, make.pick([0, 0.5, 180]), 40);
        if (make.chance() < 0.6) member.distance_preference = 5 * (1 + make.below(12));
      }
      member.left_out_yesterday = make.chance() < 0.4;
      make.sink.member(member);
    }
    for (let k = make.below(8); k > 0 && size > 1; k--) {
      make.sink.block(`m${make.below(size)}`, `m${make.below(size + 1)}`);
    }
    for (let k = make.below(14); k > 0 && size > 1; k--) {
      make.sink.recentPair(`m${make.below(size)}`, `m${make.below(size + 1)}`);
    }
  },
  borders(make) {
    // The two members of a couple can be paired only with each other, and one rule just allows or just forbids the
    // pair.
    for (let i = 0; i + 1 < make.size; i += 2) {
      const a = make.plain(i, 30);
      const b = make.plain(i + 1, 30);
      const spot = i / 2;
      a.latitude = round6(-58 + ((spot * 0.61) % 116));
      a.longitude = round6(-180 + ((spot * 3.77) % 360));
      b.latitude = a.latitude;
      b.longitude = a.longitude;
      a.distance_preference = 5;
      b.distance_preference = 5;
      BORDERS[spot % BORDERS.length]?.(a, b, make.chance() < 0.5);
      make.sink.member(a);
      make.sink.member(b);
    }
  },
  hostile(make) {
    const odd = [null, 0, -1, 17, 18, 80, 81, 1e9, -1e9, 40.5, 255, 256];
    for (let i = 0; i < make.size; i++) {
      const member = make.plain(i, make.pick([0, 17, 18, 19, 79, 80, 81, 100]));
      member.gender = make.pick([
        "Male",
        "Female",
        "Transgender",
        "Non-Binary",
        null,
        "",
        "male",
        "prefer-not-to-say",
      ]);
      member.preferred_match_gender = make.pick([
        "Male",
        "Female",
        null,
        null,
        "",
        "Female",
        "surprise-me",
      ]);
      if (make.chance() < 0.1)
        member.dob = make.pick([
          null,
          "",
          "2000-02-30",
          "1900-02-29",
          "2024-02-29",
          "x",
          "0000-00-00",
        ]);
      if (make.chance() < 0.3) member.minimum_age_preference = make.pick(odd);
      if (make.chance() < 0.3) member.maximum_age_preference = make.pick(odd);
      member.latitude = make.pick([null, 0, 0, 90, -90, 89.9999, 1000, make.chance() * 180 - 90]);
      member.longitude = make.pick([null, 0, 180, -180, 179.9999, 540, make.chance() * 360 - 180]);
      member.distance_preference = make.pick([null, null, 0, -5, 5, 300, 1e-9, 20038, 1e12]);
      member.left_out_yesterday = make.chance() < 0.3;
      make.sink.member(member);
    }
    make.blocks(2, Math.max(1, make.size));
    for (let k = 0; k < 5; k++) make.sink.block("nobody", "m0");
    make.history(2, Math.max(1, make.size));
  },
};

/** Each function changes a couple so that it just breaks one rule if `broken`, and just keeps it if not. */
const BORDERS: ((a: Member, b: Member, broken: boolean) => void)[] = [
  (_a, b, broken) => {
    // 5 km are 0.0449660803 degrees of latitude.
    b.latitude = (b.latitude as number) + (broken ? 0.04496618 : 0.04496598);
  },
  (a, b, broken) => {
    a.distance_preference = null;
    b.latitude = (b.latitude as number) + (broken ? 0.04497 : 0.04496);
  },
  (a, b, broken) => {
    a.distance_preference = null;
    if (broken) {
      a.latitude = null;
      a.longitude = null;
    }
    b.distance_preference = 300;
  },
  (a, b, broken) => {
    b.dob = "1996-03-01"; // 30 today
    a.maximum_age_preference = broken ? 29 : 30;
  },
  (a, b, broken) => {
    b.dob = broken ? "1996-03-02" : "1996-03-01";
    a.minimum_age_preference = 30;
  },
  (_a, b, broken) => {
    b.dob = broken ? "2008-03-02" : "2008-03-01"; // 18 tomorrow, or today
  },
  (_a, b, broken) => {
    b.dob = broken ? "1945-03-01" : "1945-03-02"; // 81 today, or tomorrow
  },
  (a, b, broken) => {
    b.dob = "1996-02-29"; // 30 from today on, because in a common year the birthday is 1 March
    if (broken) a.maximum_age_preference = 29;
    else a.minimum_age_preference = 30;
  },
  (a, b, broken) => {
    a.preferred_match_gender = "Female";
    b.gender = broken ? null : "Female";
  },
  (a, b, broken) => {
    a.gender = "Male";
    b.preferred_match_gender = broken ? "Female" : "Male";
  },
  (a, b, broken) => {
    // The date line at the equator is between the two, who are 4.4 or 5.6 km apart.
    a.latitude = 0;
    b.latitude = 0;
    a.longitude = 179.98;
    b.longitude = broken ? -179.97 : -179.98;
    // All couples of this kind are at one place, so their ages must keep members of different couples apart.
    const age = 20 + (Math.floor(Number(a.id.slice(1)) / 2) % 60);
    for (const member of [a, b]) {
      member.dob = `${YEAR - age}-01-01`;
      member.minimum_age_preference = age;
      member.maximum_age_preference = age;
    }
  },
];
