import { POINTS, type PointName } from "../../core/watch/points.ts";

/**
 * A promise to the product's users (docs/operations.md#objectives): of the `counted` points, at least the share
 * `target` is `good`.
 */
export interface Objective {
  name: string;
  promise: string;
  /** A share, from 0 to 1. */
  target: number;
  point: PointName;
  /** Conditions on the point's values and labels, in SQL that both SQLite and Analytics Engine accept. */
  counted?: string;
  good: string;
  /** True if one point is due each day. A day without one counts as not good. */
  isDaily?: true;
}

const MINUTE = 60_000;

export const OBJECTIVES: readonly Objective[] = [
  {
    name: "answers",
    promise: "calls and pages that don't end in an error of ours",
    target: 0.999,
    point: "answer",
    good: "failed = 0",
  },
  {
    name: "speed",
    promise: "calls and pages answered within 1 second",
    target: 0.95,
    point: "answer",
    good: "ms <= 1000",
  },
  {
    name: "arrival",
    promise: "messages that the partner's page in sight has taken in within 1 second",
    target: 0.95,
    point: "receipt",
    good: "ms <= 1000",
  },
  {
    name: "night",
    promise: "nights published by 00:05 UTC; above 100,000 in the draw by 00:20",
    target: 0.96,
    point: "run",
    counted: "trigger = 'cron'",
    good: `lateMs <= ${5 * MINUTE} or (2 * pairs + unmatched > 100000 and lateMs <= ${20 * MINUTE})`,
    isDaily: true,
  },
  {
    name: "deliveries",
    promise: "notices and mails handed over within 15 minutes",
    target: 0.99,
    point: "delivery",
    good: `failed = 0 and ageMs <= ${15 * MINUTE}`,
  },
  {
    name: "jobs",
    promise: "looks at the job table that find nothing waiting for 15 minutes",
    target: 0.99,
    point: "jobs",
    good: `oldestMs <= ${15 * MINUTE}`,
  },
];

/** The SQL by which a store of points is queried. */
interface Dialect {
  /** The value or label at a place, counted from 0. Labels come after the names of the values. */
  value(name: string, place: number): string;
  label(place: number, values: number): string;
  /** The points with a name since a moment, in milliseconds since 1970. Each row stands for `n` of them. */
  from(name: PointName, since: number): string;
  readonly n: string;
  when(condition: string): string;
  readonly first: string;
}

/** The local server's log of points, in the watch's object. */
export const LOCAL: Dialect = {
  value: (name) => `json_extract(content, '$.${name}')`,
  label: (place) => `json_extract(labels, '$[${place}]')`,
  from: (name, since) => `points where name = '${name}' and at >= ${since}`,
  n: "1",
  when: (condition) => `iif(${condition}, n, 0)`,
  first: "at",
};

/** Analytics Engine, which may store one point for several, with their number. */
export const remoteDialect = (dataset: string): Dialect => ({
  value: (_, place) => `double${place + 1}`,
  label: (place, values) => `blob${values + place + 1}`,
  from: (name, since) =>
    `${dataset} where index1 = '${name}' and timestamp >= toDateTime(${Math.floor(since / 1000)})`,
  n: "_sample_interval",
  when: (condition) => `if(${condition}, n, 0)`,
  first: "toUnixTimestamp(timestamp) * 1000",
});

/** The query of an objective. It returns one row with `total`, `good` and `first`, the time of the oldest point. */
export function queryOf({ point, counted, good }: Objective, since: number, dialect: Dialect) {
  const { values, labels } = POINTS[point];
  const columns = [
    ...values.map((name, i) => `${dialect.value(name, i)} as ${name}`),
    ...labels.map((name, i) => `${dialect.label(i, values.length)} as ${name}`),
    `${dialect.n} as n`,
    `${dialect.first} as moment`,
  ];
  const points = `select ${columns.join(", ")} from ${dialect.from(point, since)}`;
  return `select sum(n) as total, sum(${dialect.when(good)}) as good, min(moment) as first from (${points})${
    counted ? ` where ${counted}` : ""
  }`;
}

export interface Found {
  total: number | null;
  good: number | null;
  first: number | null;
}

const MS_PER_DAY = 86_400_000;

/** The row of an objective in the table. @param now milliseconds since 1970 */
export function judge({ name, promise, target, isDaily }: Objective, found: Found, now: number) {
  const good = Number(found.good ?? 0);
  const days =
    isDaily && found.first
      ? Math.floor((now - 20 * MINUTE) / MS_PER_DAY) -
        Math.floor(Number(found.first) / MS_PER_DAY) +
        1
      : 0;
  const total = Math.max(Number(found.total ?? 0), days);
  const share = total === 0 ? null : good / total;
  const percent = (part: number) => `${(100 * part).toFixed(2)} %`;
  return {
    objective: name,
    promise,
    target: percent(target),
    measured: share === null ? "no points" : percent(share),
    of: total,
    "left of the error budget":
      share === null ? "" : `${Math.round(100 * (1 - (1 - share) / (1 - target)))} %`,
  };
}
