import { freeBuffers, Growable } from "./arrays.ts";
import { type MatchOptions, type MatchResult, matchPopulation } from "./match.ts";
import { PopulationBuilder } from "./population/builder.ts";
import { LanguageSets } from "./population/language-sets.ts";
import type { Population } from "./population/population.ts";
import { type CollectorOptions, type MemberRow, RowCollector } from "./population/row-collector.ts";
import { isLimit } from "./population/rule.ts";
import { toChord, unitCoordinate } from "./population/sphere.ts";
import { NO_OFFSET } from "./population/waking-hours.ts";

/*
 * A population and its matching as bytes, for a matcher in another process. A frame has its
 * kind and a count, 32 bits each, and its content: columns of numbers in the processors' own byte order, or JSON. It
 * contains no names or texts: genders and languages are numbers, and places are the columns that the matching compares.
 * The sender computes all values that take a sine.
 */

/** The path of a request. Another form of the frames gets another path, so that two versions refuse each other. */
export const MATCH_PATH = "/v1/match";

/** Kinds of frames, in the order in which they are sent: all members, tables, blocks, recent pairs, and options at the end. */
const MEMBERS = 1;
const TABLES = 2;
const BLOCKS = 3;
const RECENT_PAIRS = 4;
const OPTIONS = 5;

const HEADER_BYTES = 8;
const MEMBER_BYTES = 55;
const PAIR_BYTES = 16;
/** Limits of a receiver, for one frame and one population. */
const MAX_FRAME_BYTES = 64_000_000;
const MAX_MEMBERS = 2 ** 24;
/** Options that a collector needs but that have no effect, because ages are received as numbers. */
const NO_RULE = { date: "2000-01-01", ages: { adult: 0, youngest: 0, oldest: 0 } };

type Options = Pick<MatchOptions, "seed" | "workLimit" | "maxEdges" | "leastChoices">;
/** The answer of a matcher outside: a result without the sums that only a preview uses. */
export type SentResult = Omit<MatchResult, "thresholds" | "covered" | "coveredAtMost">;

function toFrame(kind: number, count: number, parts: readonly ArrayBufferView[]): Uint8Array {
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, HEADER_BYTES);
  const frame = new Uint8Array(length);
  new Uint32Array(frame.buffer, 0, 2).set([kind, count]);
  let at = HEADER_BYTES;
  for (const { buffer, byteOffset, byteLength } of parts) {
    frame.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return frame;
}

const toBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** Takes the same input as a {@link PopulationBuilder}, and yields it as frames, page by page. */
export class FrameWriter {
  readonly collector: RowCollector;
  /** Members so far who can be paired. */
  size = 0;
  #hasTables = false;
  readonly #chords = new Map<number, number>();
  #pairs = { kind: BLOCKS, keys: new Growable((n) => new Float64Array(n), 1024) };

  constructor(options: Omit<CollectorOptions, "expectedSize">) {
    this.collector = new RowCollector({ ...options, expectedSize: 16 });
  }

  /** @returns whether the member can be paired; the member is then the last row of the collector */
  add(row: MemberRow): boolean {
    if (this.#hasTables) throw new Error("Add all members before blocks and recent pairs");
    const isIn = this.collector.add(row);
    if (isIn) this.size++;
    return isIn;
  }

  addBlock(keyA: number, keyB: number): void {
    this.#addPair(BLOCKS, keyA, keyB);
  }

  addRecentPair(keyA: number, keyB: number): void {
    this.#addPair(RECENT_PAIRS, keyA, keyB);
  }

  /** A page holds pairs of one kind. */
  #addPair(kind: number, keyA: number, keyB: number): void {
    this.#pairs.kind = kind;
    this.#pairs.keys.push(keyA);
    this.#pairs.keys.push(keyB);
  }

  /** The frames of what was added since the last call. Blocks and recent pairs go in separate calls. */
  *takeFrames(): Generator<Uint8Array> {
    const { raw } = this.collector;
    if (raw.keys.length > 0) yield this.#takeMembers();
    const { kind, keys } = this.#pairs;
    if (keys.length === 0) return;
    yield* this.#takeTables();
    yield toFrame(kind, keys.length / 2, [keys.values.subarray(0, keys.length)]);
    keys.length = 0;
  }

  /** The last frames, with the options. */
  *finish(options: Options): Generator<Uint8Array> {
    yield* this.takeFrames();
    yield* this.#takeTables();
    const bytes = toBytes(options);
    yield toFrame(OPTIONS, bytes.length, [bytes]);
  }

  #takeMembers(): Uint8Array {
    const { raw } = this.collector;
    const { length } = raw.keys;
    const sphere = [0, 1, 2].map((axis) => {
      const column = new Float32Array(length);
      for (let i = 0; i < length; i++) {
        const latitude = raw.latitudes.values[i]!;
        if (Number.isNaN(latitude)) continue;
        column[i] = unitCoordinate(axis, latitude, raw.longitudes.values[i]!);
      }
      return column;
    });
    for (let i = 0; i < length; i++) {
      const limit = raw.limits.values[i]!;
      if (isLimit(limit)) this.#chords.set(limit, toChord(limit));
    }
    const taken = <T extends Float64Array | Uint16Array | Uint8Array>(column: Growable<T>) =>
      column.values.subarray(0, length);
    const frame = toFrame(MEMBERS, length, [
      ...[raw.keys, raw.latitudes, raw.longitudes, raw.limits].map(taken),
      ...sphere,
      ...[raw.genders, raw.preferences].map(taken),
      raw.languages ? taken(raw.languages) : new Uint16Array(length),
      ...[raw.ages, raw.minimumAges, raw.maximumAges, raw.priorities].map(taken),
      raw.utcOffsets ? taken(raw.utcOffsets) : new Uint8Array(length).fill(NO_OFFSET),
    ]);
    freeBuffers(...sphere);
    for (const column of Object.values(raw)) if (column instanceof Growable) column.length = 0;
    return frame;
  }

  *#takeTables(): Generator<Uint8Array> {
    if (this.#hasTables) return;
    this.#hasTables = true;
    const { lists } = this.collector.languageSets;
    const bytes = toBytes({ languages: lists, chords: [...this.#chords] });
    yield toFrame(TABLES, bytes.length, [bytes]);
  }
}

/** Takes a given number of bytes from pieces of any size. */
class ByteReader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #piece: Uint8Array = new Uint8Array(0);

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** @throws RangeError when the pieces end before `length` bytes */
  async take(length: number): Promise<Uint8Array<ArrayBuffer>> {
    const taken = new Uint8Array(length);
    for (let at = 0; at < length; ) {
      if (this.#piece.length === 0) {
        const { value, done } = await this.#pieces.next();
        if (done) throw new RangeError("the frames end too soon");
        this.#piece = value;
        continue;
      }
      const part = this.#piece.subarray(0, length - at);
      taken.set(part, at);
      at += part.length;
      this.#piece = this.#piece.subarray(part.length);
    }
    return taken;
  }

  async json(length: number): Promise<unknown> {
    return JSON.parse(new TextDecoder().decode(await this.take(length)));
  }

  /** @throws RangeError when there are more bytes */
  async end(): Promise<void> {
    const { value, done } = await this.#pieces.next();
    if (this.#piece.length > 0 || (!done && value.length > 0)) {
      throw new RangeError("there is more than the frames");
    }
  }
}

const BYTES_PER_COUNT: Record<number, number> = {
  [MEMBERS]: MEMBER_BYTES,
  [TABLES]: 1,
  [BLOCKS]: PAIR_BYTES,
  [RECENT_PAIRS]: PAIR_BYTES,
  [OPTIONS]: 1,
};

/** Reads the frames of a {@link FrameWriter}. @throws Error for bytes that are no frames */
async function receivePopulation(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ population: Population; options: Options }> {
  const reader = new ByteReader(pieces);
  const { collector, sphere } = createReceiver();
  let builder: PopulationBuilder | null = null;
  for (;;) {
    const [kind = 0, count = 0] = new Uint32Array((await reader.take(HEADER_BYTES)).buffer);
    const length = count * (BYTES_PER_COUNT[kind] ?? Number.POSITIVE_INFINITY);
    if (length > MAX_FRAME_BYTES) throw new RangeError("a frame is too large, or none");
    if (kind <= TABLES !== (builder === null)) throw new RangeError("a frame out of its order");
    if (kind === MEMBERS) {
      takeMembers(collector, await reader.take(length), count);
      if (collector.raw.keys.length > MAX_MEMBERS) throw new RangeError("too many members");
    } else if (kind === TABLES) {
      const tables = (await reader.json(length)) as Tables;
      for (const [limit, chord] of tables.chords) sphere.set(limit, chord);
      collector.languageSets = LanguageSets.fromLists(tables.languages);
      builder = new PopulationBuilder(collector);
    } else if (kind === OPTIONS) {
      const options = (await reader.json(length)) as Options;
      await reader.end();
      return { population: (builder as PopulationBuilder).build(), options };
    } else {
      const keys = new Float64Array((await reader.take(length)).buffer);
      const add = kind === BLOCKS ? "addBlock" : "addRecentPair";
      for (let i = 0; i < keys.length; i += 2) builder?.[add](keys[i]!, keys[i + 1]!);
    }
  }
}

interface Tables {
  languages: number[][];
  chords: [limit: number, chord: number][];
}

function createReceiver() {
  const sphere = new Map<number, number>();
  const floats = () => new Growable((n) => new Float32Array(n), 1024);
  const collector = new RowCollector(NO_RULE);
  collector.raw.sphere = { xs: floats(), ys: floats(), zs: floats(), chords: sphere };
  return { collector, sphere };
}

function takeMembers(collector: RowCollector, bytes: Uint8Array<ArrayBuffer>, count: number): void {
  const { raw } = collector;
  let at = 0;
  const next = <T>(Type: {
    new (buffer: ArrayBuffer, at: number, length: number): T;
    BYTES_PER_ELEMENT: number;
  }): T => {
    const column = new Type(bytes.buffer, at, count);
    at += count * Type.BYTES_PER_ELEMENT;
    return column;
  };
  // The widest columns come first, so that the start of each is aligned to the size of its numbers.
  for (const column of [raw.keys, raw.latitudes, raw.longitudes, raw.limits]) {
    column.append(next(Float64Array));
  }
  const { sphere } = raw;
  if (sphere)
    for (const column of [sphere.xs, sphere.ys, sphere.zs]) column.append(next(Float32Array));
  raw.genders.append(next(Uint16Array));
  raw.preferences.append(next(Uint16Array));
  const languages = next(Uint16Array);
  for (const column of [raw.ages, raw.minimumAges, raw.maximumAges, raw.priorities]) {
    column.append(next(Uint8Array));
  }
  const offsets = next(Uint8Array);
  collector.appendOptional(offsets, languages);
}

/** Matches the population that a request's frames describe. @returns the result's bytes @throws Error for bytes that are no frames */
export async function answerFrames(
  pieces: AsyncIterable<Uint8Array>,
): Promise<Generator<Uint8Array>> {
  const { population, options } = await receivePopulation(pieces);
  return sendResult(matchPopulation(population, options));
}

/** A result as bytes. */
export function* sendResult(result: SentResult): Generator<Uint8Array> {
  const { pairs, unmatched, fewChoices, ...rest } = result;
  const few = Float64Array.from(fewChoices);
  const counts = [pairs.length, unmatched.length, few.length];
  const head = toBytes({ ...rest, thresholds: undefined, counts });
  yield toFrame(OPTIONS, head.length, [head]);
  for (const { buffer, byteOffset, byteLength } of [pairs, unmatched, few]) {
    yield new Uint8Array(buffer, byteOffset, byteLength);
  }
}

const MAX_HEAD_BYTES = 10_000;
const NUMBERS = ["eligible", "repeats", "repeatsAtLeast", "upperBound", "work", "bytes"] as const;

/**
 * Reads a result. @param size number of members in the request. @throws Error for bytes that are no result, or have
 * more members
 */
export async function receiveResult(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
): Promise<SentResult> {
  const reader = new ByteReader(pieces);
  const [kind, length = 0] = new Uint32Array((await reader.take(HEADER_BYTES)).buffer);
  if (kind !== OPTIONS || length > MAX_HEAD_BYTES) throw new RangeError("no result");
  const head = (await reader.json(length)) as Record<string, unknown> | null;
  const toCount = (value: unknown, most: number): number => {
    const isCount = Number.isSafeInteger(value) && (value as number) >= 0;
    if (!isCount || (value as number) > most) throw new RangeError("a result with odd numbers");
    return value as number;
  };
  const counts: unknown[] = Array.isArray(head?.counts) ? head.counts : [];
  const numbers = Object.fromEntries(
    NUMBERS.map((name) => [name, toCount(head?.[name], Number.MAX_SAFE_INTEGER)]),
  ) as Record<(typeof NUMBERS)[number], number>;
  const takeKeys = async (count: unknown) =>
    new Float64Array((await reader.take(8 * toCount(count, size))).buffer);
  const pairs = await takeKeys(counts[0]);
  const unmatched = await takeKeys(counts[1]);
  const fewChoices = new Set(await takeKeys(counts[2]));
  await reader.end();
  const provenMaximum = head?.provenMaximum === true;
  return { ...numbers, provenMaximum, pairs, unmatched, fewChoices };
}
