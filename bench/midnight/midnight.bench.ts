import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createDrawReader } from "~/core/pairing/draw-answer";
import { pauseBeforeFirst, pauseBeforeLoad, pauseBeforeNext } from "~/core/shared/draw-poll";
import { createTestDeps } from "~/tests/worker/pairing/support";

const PAGES = 2_000;
/** Each keeps its own answer. */
const ISOLATES = 8;
const MIDNIGHT = Date.parse("2030-06-11T00:00:00Z");
const MS = 1_000;

/** What a page does next, milliseconds after midnight. */
interface Due {
  at: number;
  page: number;
  isLoad: boolean;
}

/** Due work in its order: a list for each second. */
class Schedule {
  readonly #seconds = new Map<number, Due[]>();

  add(due: Due): void {
    const second = Math.floor(due.at / MS);
    this.#seconds.set(second, [...(this.#seconds.get(second) ?? []), due]);
  }

  /** Work that is added to the second under way waits for its turn in it. */
  async run(second: number, work: (due: Due) => Promise<void>): Promise<void> {
    for (;;) {
      const list = this.#seconds.get(second);
      if (!list || list.length === 0) return;
      list.sort((one, other) => one.at - other.at);
      const [first, ...rest] = list;
      this.#seconds.set(second, rest);
      if (first) await work(first);
    }
  }
}

/** A midnight with pages left open, whose run is published `publishedS` seconds after it. Time is a number that goes on by itself. */
async function play(publishedS: number, chance: () => number) {
  await env.DB.exec("delete from pairing_runs");
  const counted = { statements: 0, questions: 0 };
  const clock = { at: MIDNIGHT, now: () => clock.at };
  const deps = createTestDeps({ before: () => void counted.statements++ }, clock);
  const readers = Array.from({ length: ISOLATES }, createDrawReader);
  const schedule = new Schedule();
  for (let page = 0; page < PAGES; page++) {
    schedule.add({ at: pauseBeforeFirst(chance()), page, isLoad: false });
  }
  const loads: number[] = [];
  for (let second = 0; loads.length < PAGES; second++) {
    if (second === publishedS) {
      await env.DB.prepare(
        `insert into pairing_runs (id, run_key, date, "trigger", state, lease_until, seed, started_at, members)
         values ('r', 'r', '2030-06-11', 'cron', 'published', 0, 'seed', 1, ?)`,
      )
        .bind(PAGES)
        .run();
    }
    await schedule.run(second, async ({ at, page, isLoad }) => {
      if (isLoad) {
        loads.push(at / MS - publishedS);
        return;
      }
      clock.at = MIDNIGHT + at;
      counted.questions++;
      const reader = readers[Math.floor(chance() * ISOLATES)] ?? readers[0];
      const answer = await reader?.(deps);
      const pause = answer?.published
        ? pauseBeforeLoad(answer.spread_s, at, chance())
        : pauseBeforeNext(at, chance());
      schedule.add({ at: at + pause, page, isLoad: answer?.published === true });
    });
  }
  const seconds = loads.map(Math.floor);
  const perSecond = seconds.map((second) => seconds.filter((one) => one === second).length);
  return {
    "last page turned over (s)": Math.max(...loads).toFixed(1),
    "half of them (s)": loads.sort((one, other) => one - other)[PAGES / 2]?.toFixed(1),
    "loads in the fullest second": Math.max(...perSecond),
    questions: counted.questions,
    "D1 statements for them": counted.statements,
  };
}

function createChance(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

it(`${PAGES} pages left open over midnight turn over within 10 s, and within 70 s half an hour later`, async () => {
  const early = await play(20, createChance(7));
  const late = await play(30 * 60, createChance(11));
  for (const [when, figures] of Object.entries({ "00:00:20": early, "00:30": late })) {
    console.log(`published at ${when}: ${JSON.stringify(figures)}`);
  }
  expect(Number(early["last page turned over (s)"])).toBeLessThanOrEqual(10);
  expect(Number(late["last page turned over (s)"])).toBeLessThanOrEqual(70);
});
