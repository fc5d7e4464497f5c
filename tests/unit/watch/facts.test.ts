import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from "~/core/shared/constants";
import { FACT_NAMES, FACTS, type Fact, type Readings } from "~/core/watch/facts";

const MIDNIGHT = Date.UTC(2026, 11, 24);
const NOON = MIDNIGHT + MS_PER_DAY / 2;

const rows = (changes: Partial<NonNullable<Readings["rows"]>> = {}) => ({
  todaysRuns: 1,
  newestRun: { date: "2026-12-24", members: 101, unmatched: 1 },
  jobs: { waiting: 0, oldestWaiting: null, parked: 0, stuck: 0 },
  failedSignIns: 0,
  reports: { open: 0, oldestOpen: null },
  appeals: { open: 0, oldestOpen: null },
  ...changes,
});
const WELL: Readings = { now: NOON, rows: rows(), tookMs: 20, tallies: {} };
const jobs = (changes: object) =>
  rows({ jobs: { waiting: 0, oldestWaiting: null, parked: 0, stuck: 0, ...changes } });
const newest = (members: number, unmatched: number) =>
  rows({ newestRun: { date: "2026-12-24", members, unmatched } });

/** Readings just within the border of each fact, and just past it. */
const BORDERS: Record<Fact, { well: Partial<Readings>; bad: Partial<Readings> }> = {
  night: {
    well: { now: MIDNIGHT + 15 * MS_PER_MINUTE - 1, rows: rows({ todaysRuns: 0 }) },
    bad: { now: MIDNIGHT + 15 * MS_PER_MINUTE, rows: rows({ todaysRuns: 0 }) },
  },
  left_out: { well: { rows: newest(101, 6) }, bad: { rows: newest(101, 7) } },
  database: { well: { tookMs: 3000 }, bad: { tookMs: 3001 } },
  jobs_waiting: {
    well: { rows: jobs({ waiting: 1, oldestWaiting: NOON - 15 * MS_PER_MINUTE }) },
    bad: { rows: jobs({ waiting: 1, oldestWaiting: NOON - 15 * MS_PER_MINUTE - 1 }) },
  },
  jobs_parked: { well: {}, bad: { rows: jobs({ parked: 1 }) } },
  jobs_stuck: { well: {}, bad: { rows: jobs({ stuck: 1 }) } },
  dead_letters: { well: {}, bad: { tallies: { dead_letter: 1 } } },
  deliveries: {
    well: { tallies: { failed_delivery: 4 } },
    bad: { tallies: { failed_delivery: 5 } },
  },
  mails: { well: { tallies: { refused_mail: 2 } }, bad: { tallies: { refused_mail: 3 } } },
  pushes: { well: { tallies: { refused_push: 49 } }, bad: { tallies: { refused_push: 50 } } },
  answers: { well: { tallies: { failed_answer: 19 } }, bad: { tallies: { failed_answer: 20 } } },
  sign_ins: {
    well: { rows: rows({ failedSignIns: 999 }) },
    bad: { rows: rows({ failedSignIns: 1000 }) },
  },
  reports: {
    well: { rows: rows({ reports: { open: 1, oldestOpen: NOON - 24 * MS_PER_HOUR } }) },
    bad: { rows: rows({ reports: { open: 1, oldestOpen: NOON - 24 * MS_PER_HOUR - 1 } }) },
  },
  appeals: {
    well: { rows: rows({ appeals: { open: 1, oldestOpen: NOON - 3 * MS_PER_DAY } }) },
    bad: { rows: rows({ appeals: { open: 1, oldestOpen: NOON - 3 * MS_PER_DAY - 1 } }) },
  },
};

it.each(FACT_NAMES)(
  "%s is well up to its border and bad past it, and no other fact turns bad with it",
  (fact) => {
    const { well, bad } = BORDERS[fact];
    const judge = (readings: Partial<Readings>) =>
      FACT_NAMES.filter((one) => typeof FACTS[one]({ ...WELL, ...readings }) === "string");
    expect(judge(well)).toEqual([]);
    expect(judge(bad)).toEqual([fact]);
  },
);

it("facts that are read from the database are unknown if it does not answer", () => {
  const judged = FACT_NAMES.map((fact) => [fact, FACTS[fact]({ ...WELL, rows: null })]);
  const known = judged.filter(([, text]) => text !== undefined).map(([fact]) => fact);
  expect(known).toEqual(["database", "dead_letters", "deliveries", "mails", "pushes", "answers"]);
  expect(FACTS.database({ ...WELL, rows: null })).toBe("The database does not answer.");
});

it("each fact has exactly one runbook, and each runbook is about a fact", () => {
  const headings = readFileSync("docs/runbooks.md", "utf8").matchAll(/^## (\w+)$/gm);
  expect([...headings].map(([, name]) => name).sort()).toEqual([...FACT_NAMES].sort());
});

it.each(FACT_NAMES)("the runbook of %s begins with its alert's sentence", (fact) => {
  const [, section = ""] = readFileSync("docs/runbooks.md", "utf8").split(`\n## ${fact}\n`);
  const [, sentence] = /^\n> (.+)\n/.exec(section) ?? [];
  expect(sentence).toBe(FACTS[fact]({ ...WELL, ...BORDERS[fact].bad }));
});

it("each runbook ends with a drill, a command whose test file exists", () => {
  const sections = readFileSync("docs/runbooks.md", "utf8").split(/^## /m).slice(1);
  const drills = sections.map((section) => {
    const [, drill = ""] = /\n- Drill: (.*)\.\n$/.exec(`${section.trimEnd()}\n`) ?? [];
    return [...drill.matchAll(/`npm test -- --only \w+ -- (\S+)`/g)].map(([, file = ""]) => file);
  });
  expect(drills.filter((files) => files.length === 0)).toEqual([]);
  expect(drills.flat().filter((file) => !existsSync(file))).toEqual([]);
});
