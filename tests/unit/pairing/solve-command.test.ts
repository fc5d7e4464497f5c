import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as engine from "@happenstance/matching";
import { afterAll, describe, expect, it } from "vitest";
import { readPopulation, writeResult } from "../../../bench/pairing/solve.mjs";
import { checkValidity } from "../../../matching/tests/oracle/check.ts";
import { collect } from "../../../matching/tests/oracle/populations.ts";
import type { Output } from "../../../matching/tests/oracle/types.ts";

const folder = mkdtempSync(join(tmpdir(), "solve-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function solve(json: string): Promise<Output> {
  const file = join(folder, "in.json");
  const out = join(folder, "out.json");
  writeFileSync(file, json);
  const { population, ids } = await readPopulation(file, engine);
  writeResult(out, engine.matchPopulation(population, { seed: "3" }), ids);
  return JSON.parse(readFileSync(out, "utf8")) as Output;
}

const plain = { gender: null, preferred_match_gender: null, dob: "1990-01-01" };

describe("the solve command", () => {
  it("the solve command reads the same population from any layout and order of its JSON", async () => {
    const input = collect("realistic", 200, 2);
    const compact = JSON.stringify(input);
    const first = await solve(compact);
    expect(checkValidity(input, first).problems).toEqual([]);
    expect(first.provenMaximum).toBe(true);
    for (const text of [
      JSON.stringify(input, null, 2),
      JSON.stringify(input, null, "\t").replaceAll("\n", "\r\n"),
      `\uFEFF ${compact}\n`,
    ]) {
      expect(await solve(text)).toEqual(first);
    }
    const { date, members, blocks, recentPairs } = input;
    expect(
      await solve(JSON.stringify({ recentPairs, blocks, extra: { members: [1] }, members, date })),
    ).toEqual(first);
  });

  it("the solve command returns ids unchanged, whatever their type and characters", async () => {
    const ids = ["", "a,b]", 'quo"te', "back\\slash", "Zoë", "\u{1F600}", "\n", 7, "7", 0, 12.5];
    const members = ids.map((id) => ({ ...plain, id }));
    const output = await solve(
      JSON.stringify({ date: "2026-03-01", members, blocks: [], recentPairs: [] }),
    );
    expect(output.pairs.length).toBe(5);
    const seen = new Set<unknown>([...output.pairs.flat(), ...output.unmatched]);
    expect(seen).toEqual(new Set(ids));
  });

  it("the solve command matches escaped ids of blocks to members, and skips pairs with unknown ids", async () => {
    const members = ["Zo\u00eb", "b"].map((id) => ({ ...plain, id }));
    const text = JSON.stringify({
      date: "2026-03-01",
      members,
      blocks: [],
      recentPairs: [["gone", "b"]],
    });
    expect((await solve(text)).pairs.length).toBe(1);
    const escaped = text.replace(
      '"blocks":[]',
      '"blocks":[ [ "Zo\\u00eb" , "b" ],["b","nobody"],["b","b"]]',
    );
    expect((await solve(escaped)).pairs.length).toBe(0);
  });

  it("the solve command returns each id once, and leaves minors and members without a birth date unmatched", async () => {
    const members = [
      { id: "a", dob: "1990-01-01" },
      { id: "a", dob: "1990-01-01" },
      { id: "kid", dob: "2015-01-01" },
      { id: "b", dob: "1990-01-01" },
      { id: "nobody" },
    ];
    const output = await solve(JSON.stringify({ date: "2026-03-01", members }));
    expect(output.pairs.map((pair) => pair.sort())).toEqual([["a", "b"]]);
    expect([...output.unmatched].sort()).toEqual(["kid", "nobody"]);
    expect(await solve('{"date":"2026-03-01","members":[]}')).toEqual({
      pairs: [],
      unmatched: [],
      provenMaximum: true,
      upperBound: 0,
    });
  });

  it("the solve command refuses JSON that is cut off or is not a population", async () => {
    await expect(solve("[]")).rejects.toThrow();
    await expect(solve('{"date":"2026-03-01","members":[{"id":"a"')).rejects.toThrow();
    await expect(solve('{"members":[]}')).rejects.toThrow();
  });
});
