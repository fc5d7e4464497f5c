/** Pairs one population day after day. Unmatched members have then waited a day longer, and pairs become recent. */

import { checkValidity, findOptimum } from "./check.ts";
import { pairInput } from "./run-engine.ts";
import type { Input, Output } from "./types.ts";

export interface DaysReport {
  days: number;
  /** The most days in a row that a member waited after having been paired once. */
  longestWait: number;
  /** Sum over all days and waits: how many more members with at least this wait could have been paired. */
  avoidableWaits: number;
  repeats: number[];
  /** By day: a lower bound of the repeats, verified by the checker. */
  fewestRepeats: number[];
  pairs: number[];
}

const RECENT_DAYS = 30;

export function simulateDays(
  base: Input,
  days: number,
  look: (input: Input, output: Output) => void = () => {},
  firstSeed = 1,
): DaysReport {
  const report: DaysReport = {
    days,
    longestWait: 0,
    avoidableWaits: 0,
    repeats: [],
    fewestRepeats: [],
    pairs: [],
  };
  const waits = new Map<string, number>();
  const history: [string, string][][] = [base.recentPairs];
  for (let day = 0; day < days; day++) {
    const input: Input = {
      ...base,
      members: base.members.map((member) => ({
        ...member,
        waited: waits.get(member.id) ?? 0,
      })),
      recentPairs: history.slice(-RECENT_DAYS).flat(),
    };
    const output = pairInput(input, firstSeed + day);
    look(input, output);
    const optimum = findOptimum(input, output, output.proofs);
    const { covered } = checkValidity(input, output);
    optimum.coverable.forEach((most, i) => {
      report.avoidableWaits += most - (covered[i] as number);
    });
    const left = new Set(output.unmatched);
    for (const member of base.members) {
      const wait = left.has(member.id) ? (waits.get(member.id) ?? 0) + 1 : 0;
      waits.set(member.id, wait);
      if (wait < day + 1) report.longestWait = Math.max(report.longestWait, wait);
    }
    report.repeats.push(output.result.repeats);
    report.fewestRepeats.push(optimum.fewestRepeats);
    report.pairs.push(output.pairs.length);
    history.push(output.pairs);
  }
  return report;
}
