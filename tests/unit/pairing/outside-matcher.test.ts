import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import {
  answerFrames,
  FrameWriter,
  MATCH_PATH,
  type MatchOptions,
  matchPopulation,
  PopulationBuilder,
  receiveResult,
  type SentResult,
} from "@happenstance/matching";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MatchingCheck } from "~/core/pairing/matching-check";
import { AGES } from "~/core/pairing/matching-rules";
import { MemberKeys } from "~/core/pairing/member-keys";
import { collect, type PopulationName } from "~/matching/tests/oracle/populations";
import { toRow } from "~/matching/tests/oracle/run-engine";
import { findFreePort } from "~/scripts/lib/launch.mjs";

type Input = ReturnType<typeof collect>;
type Options = MatchOptions & { seed: string };

const OPTIONS: Options = { seed: "a night", workLimit: 2e8, maxEdges: 50_000, leastChoices: 5 };

/** Adds what the generator leaves out, languages and UTC offsets, and rounds places to a run's tenth of a degree. */
function collectMembers(name: PopulationName, size: number): Input {
  const input = collect(name, size, 3);
  const tongues = [["en"], ["de", "en"], ["fr"], [], ["pt", "fr", "en"]];
  const coarse = (degrees: number | null) => degrees && Math.round(degrees * 10) / 10;
  return {
    ...input,
    members: input.members.map((member, i) => ({
      ...member,
      latitude: coarse(member.latitude),
      longitude: coarse(member.longitude),
      utc_offset: i % 3 === 0 ? null : 60 * ((i % 20) - 8),
      languages: tongues[i % tongues.length] ?? [],
    })),
  };
}

interface Sink {
  add(row: ReturnType<typeof toRow>): unknown;
  addBlock(a: number, b: number): void;
  addRecentPair(a: number, b: number): void;
}

function fill({ members, blocks, recentPairs }: Input, sink: Sink, afterPage = () => {}): void {
  const keyOf = (id: string) => Number(id.slice(1));
  const pages = <T>(all: T[], take: (one: T) => void) => {
    for (const [i, one] of all.entries()) {
      take(one);
      if (i % 150 === 149) afterPage();
    }
    afterPage();
  };
  pages(members, (member) => void sink.add(toRow(keyOf(member.id), member)));
  pages(blocks, ([a, b]) => sink.addBlock(keyOf(a), keyOf(b)));
  pages(recentPairs, ([a, b]) => sink.addRecentPair(keyOf(a), keyOf(b)));
}

function matchInside(input: Input): SentResult {
  const builder = new PopulationBuilder({ date: input.date, ages: AGES });
  fill(input, builder);
  return matchPopulation(builder.build(), OPTIONS);
}

function toFrames(input: Input): Uint8Array {
  const writer = new FrameWriter({ date: input.date, ages: AGES });
  const frames: Uint8Array[] = [];
  fill(input, writer, () => void frames.push(...writer.takeFrames()));
  frames.push(...writer.finish(OPTIONS));
  return Buffer.concat(frames);
}

/** Yields bytes as a network does, in pieces whose ends are not those of the frames. */
async function* inPieces(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function matchOutside(input: Input, pieces = 1_009): Promise<SentResult> {
  const answer = await answerFrames(inPieces(toFrames(input), pieces));
  return receiveResult(inPieces(Buffer.concat([...answer]), 77), input.members.length);
}

/** The fields that a run writes or logs. */
const whole = ({
  thresholds: _,
  covered: __,
  coveredAtMost: ___,
  ...rest
}: Record<string, unknown>) => rest;
const bytesOf = (keys: Float64Array) => Buffer.from(keys.buffer).toString("base64");

describe("a matching outside of the Worker", () => {
  it.each([
    ["realistic", 1_500],
    ["unanswered", 600],
    ["borders", 400],
    ["chains", 500],
    ["dense-blocks", 300],
    ["hostile", 200],
    ["tiny", 1],
  ] as const)(
    "a matching outside of the Worker equals the Worker's own byte for byte: %s, %i members",
    async (name, size) => {
      const input = collectMembers(name, size);
      const inside = matchInside(input);
      const outside = await matchOutside(input);
      expect(bytesOf(outside.pairs)).toBe(bytesOf(inside.pairs));
      expect(bytesOf(outside.unmatched)).toBe(bytesOf(inside.unmatched));
      const { bytes: _, ...numbers } = whole({ ...outside });
      expect(whole({ ...inside })).toMatchObject(numbers);
    },
  );

  it("the frames for the matcher have no gender, language or date as text", () => {
    const text = Buffer.from(toFrames(collectMembers("realistic", 300))).toString("latin1");
    expect(text).not.toMatch(/male|trans|binary|"en"|"de"|"fr"|"pt"|19\d\d-|20\d\d-/i);
  });

  it.each([
    ["nothing", new Uint8Array(0)],
    ["half of a header", new Uint8Array(5)],
    ["an unknown kind of frame", new Uint8Array(new Uint32Array([9, 1, 0, 0]).buffer)],
    ["a frame of 4 GB", new Uint8Array(new Uint32Array([1, 0xffffffff, 0, 0]).buffer)],
    ["options before any table", new Uint8Array(new Uint32Array([5, 2, 0x7d7b]).buffer)],
    ["a table that is no JSON", new Uint8Array(new Uint32Array([2, 4, 0x20202020]).buffer)],
    ["a table without its lists", new Uint8Array(new Uint32Array([2, 4, 0x20207d7b]).buffer)],
    ["frames that are cut off", toFrames(collectMembers("realistic", 50)).subarray(0, -3)],
    [
      "frames with bytes after them",
      Buffer.concat([toFrames(collectMembers("tiny", 1)), Buffer.from("more")]),
    ],
  ])("the matcher refuses bytes that are no population: %s", async (_, bytes) => {
    await expect(answerFrames(inPieces(bytes, 100))).rejects.toThrow();
  });
});

describe("the check of a matcher's answer", () => {
  const input = collectMembers("realistic", 400);
  const whom = matchInside(input);

  function createCheck(): MatchingCheck {
    const writer = new FrameWriter({ date: input.date, ages: AGES });
    const keys = new MemberKeys(16);
    const check = new MatchingCheck(writer, keys);
    const sink: Sink = {
      add(row) {
        keys.add(row.key, 1);
        check.add(row);
      },
      addBlock: (a, b) => check.addBlock(a, b),
      addRecentPair: (a, b) => check.addRecentPair(a, b),
    };
    fill(input, sink, () => void [...writer.takeFrames()]);
    return check;
  }

  const verify = (change: (result: SentResult) => void): void => {
    const result = structuredClone({ ...whom, fewChoices: new Set(whom.fewChoices) });
    change(result);
    createCheck().verify(result);
  };

  /** Swaps the partners of two pairs so that the first new pair is not compatible. */
  function swapBadly({ pairs }: SentResult): void {
    const byKey = new Map(input.members.map((member) => [Number(member.id.slice(1)), member]));
    for (let i = 2; i < pairs.length; i += 2) {
      const [one, other] = [byKey.get(pairs[0] ?? -1), byKey.get(pairs[i + 1] ?? -1)];
      const wish = one?.preferred_match_gender;
      if (!wish || wish === other?.gender) continue;
      [pairs[1], pairs[i + 1]] = [pairs[i + 1] ?? -1, pairs[1] ?? -1];
      return;
    }
    throw new Error("all suit each other");
  }

  it("the check accepts the engine's own result", () => {
    expect(() => verify(() => {})).not.toThrow();
  });

  it.each<[string, RegExp, (result: SentResult) => void]>([
    ["a pair that is not compatible", /suit/, swapBadly],
    ["a member twice", /twice|suit/, ({ pairs }) => void pairs.set([pairs[2] ?? 0], 0)],
    [
      "a member paired with themselves",
      /twice|suit/,
      ({ pairs }) => void pairs.set([pairs[1] ?? 0], 0),
    ],
    ["a key that no member has", /not in the draw/, ({ pairs }) => void pairs.set([99_999], 0)],
    [
      "a key that is no number",
      /not in the draw/,
      ({ unmatched }) => void unmatched.set([Number.NaN], 0),
    ],
    [
      "a result without one of its pairs",
      /all members/,
      (result) => {
        result.pairs = result.pairs.slice(2);
      },
    ],
    [
      "half a pair",
      /all members/,
      (result) => {
        result.unmatched = Float64Array.from([...result.unmatched, result.pairs.at(-1) ?? 0]);
        result.pairs = result.pairs.slice(0, -1);
      },
    ],
    [
      "a wrong number of members",
      /all members/,
      (result) => {
        result.eligible++;
      },
    ],
    [
      "more repeats than pairs",
      /numbers/,
      (result) => {
        result.repeats = result.pairs.length;
      },
    ],
    [
      "more pairs than its own bound",
      /numbers/,
      (result) => {
        result.upperBound = 1;
      },
    ],
  ])("the check of a matcher's answer refuses %s", (_, why, change) => {
    expect(() => verify(change)).toThrow(why);
  });

  it("the check refuses a pair of whom one has blocked the other", () => {
    const [one = "", other = ""] = Array.from(whom.pairs.slice(0, 2), (key) => `m${key}`);
    input.blocks.push([other, one]);
    expect(() => verify(() => {})).toThrow(/blocked/);
    input.blocks.pop();
  });
});

describe("the matcher's server", () => {
  let child: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const script = join(import.meta.dirname, "../../../container/server.ts");
    child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script], {
      env: { ...process.env, PORT: String(port), HOST: "127.0.0.1" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (child.stdout) await once(child.stdout, "data");
  });
  afterAll(async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    // The server has no work in progress, so it exits immediately.
    expect(await ended).toEqual([0, null]);
  });

  const send = (body: Uint8Array) =>
    fetch(url + MATCH_PATH, { method: "POST", body: Buffer.from(body) });

  it("the matcher's server pairs one population after the other as the Worker does", async () => {
    for (const size of [500, 300]) {
      const input = collectMembers("realistic", size);
      const { body, status } = await send(toFrames(input));
      expect(status).toBe(200);
      if (!body) throw new Error("no body");
      const outside = await receiveResult(body, size);
      expect(bytesOf(outside.pairs)).toBe(bytesOf(matchInside(input).pairs));
    }
  });

  it("the matcher's server refuses a bad body or path, and keeps serving", async () => {
    expect((await send(Buffer.from("what is this?"))).status).toBe(400);
    expect((await fetch(`${url}/v2/match`, { method: "POST" })).status).toBe(404);
    expect(await (await fetch(`${url}/health`)).text()).toBe("ok");
  });
});
