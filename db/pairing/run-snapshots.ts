import { type SQL, sql } from "drizzle-orm";
import { MINIMUM_AGE_YEARS } from "~/core/shared/constants";
import { type Database, runStatement } from "~/db/client";
import { type RunMoment, takesPart } from "./participation";

export interface RunWrite {
  runId: string;
}

/** Each row has the members of this many rowids: about half a megabyte, of the two megabytes that D1 allows. */
const KEYS_PER_PART = 10_000;

/**
 * The part that 'Why no match' reads. It has the lines of all members or of a sample. Each line is also in the part
 * `rowid / KEYS_PER_PART`.
 */
const SAMPLE_PART = sql.raw("-1");

// In the SQL text, because D1 binds numbers as reals, and the division must be of integers.
const DIVISOR = sql.raw(String(KEYS_PER_PART));

/** Begins each line, so that {@link LINE_START} finds a member's line. */
const BREAK = sql.raw("char(10)");
const LINE_START = sql`${BREAK} || '[' || m.rowid || ','`;

/** Ten parts have 100,000 members, and their statement takes about 0.4 s. */
const PARTS_PER_STATEMENT = 10;

/** The parts for members up to a rowid, as one list for each statement. */
export function snapshotSteps(greatestKey: number): number[][] {
  const parts = Array.from({ length: Math.floor(greatestKey / KEYS_PER_PART) + 1 }, (_, i) => i);
  const starts = parts.filter((part) => part % PARTS_PER_STATEMENT === 0);
  return starts.map((start) => parts.slice(start, start + PARTS_PER_STATEMENT));
}

function linesOf({ date, startedAt, mustVerify }: RunMoment) {
  const age = sql`(cast(substr(${date}, 1, 4) as integer) - cast(substr(m.dob, 1, 4) as integer)
    - (substr(${date}, 6) < substr(m.dob, 6)))`;
  const coarse = (column: string) => sql.raw(`floor(m.${column} * 10 + 0.5) / 10`);
  return {
    content: sql`coalesce(group_concat(${BREAK} || json_array(m.rowid,
          m.gender, m.preferred_match_gender, ${age}, m.minimum_age_preference, m.maximum_age_preference,
          ${coarse("latitude")}, ${coarse("longitude")}, m.distance_preference), ''), '')`,
    isKnown: sql`m.created_at <= ${startedAt} and ${age} >= ${MINIMUM_AGE_YEARS} and ${takesPart("m", { date, startedAt, mustVerify })}`,
  };
}

export async function insertSnapshot(
  db: Database,
  { runId, parts, ...moment }: RunWrite & RunMoment & { parts: number[] },
): Promise<void> {
  const { content, isKnown } = linesOf(moment);
  // Each part has a subquery, because `group by` would sort all members.
  const statement = sql`insert into run_snapshots (run_id, part, content)
        select ${runId}, j.value, (select ${content} from members m
          where m.rowid >= j.value * ${DIVISOR} and m.rowid < (j.value + 1) * ${DIVISOR} and ${isKnown})
        from json_each(${JSON.stringify(parts)}) j`;
  await runStatement(db, statement);
}

/** @param sample.keys rowids, at most as many as one row can hold */
export async function insertSample(
  db: Database,
  { runId, keys, ...moment }: RunWrite & RunMoment & { keys: number[] },
): Promise<void> {
  const { content, isKnown } = linesOf(moment);
  const statement = sql`insert into run_snapshots (run_id, part, content)
        select ${runId}, ${SAMPLE_PART}, ${content}
        from json_each(${JSON.stringify(keys)}) j cross join members m on m.rowid = j.value where ${isKnown}`;
  await runStatement(db, statement);
}

/**
 * Expression: the line of the member `m` in the snapshot; null if there is none.
 * @param run an expression of the run's id
 */
export function ownLine(run: SQL): SQL {
  const rest = sql`substr(s.content, instr(s.content, ${LINE_START}) + 1)`;
  return sql`(select substr(${rest}, 1, instr(${rest} || ${BREAK}, ${BREAK}) - 1) from run_snapshots s
    where s.run_id = ${run} and s.part = m.rowid / ${DIVISOR} and instr(s.content, ${LINE_START}) > 0)`;
}

export interface Sample {
  runId: string;
  /** Bytes of the row. Lines are only ever removed, so the row has not changed if run and size are the same. */
  size: number;
  lines: SnapshotLine[];
}

/**
 * The sample that this isolate read last. All requests of a day need the same sample, and parsing its 10,000 lines
 * takes most of a request's time.
 */
let newest: Sample = { runId: "", size: 0, lines: [] };

/**
 * Columns for the sample of the run `r`, which {@link joinSample} joins as `k`. The text is null if the isolate already
 * has it.
 */
export function selectSample() {
  const had = newest;
  const isHad = sql`r.id = ${had.runId} and octet_length(k.content) = ${had.size}`;
  return {
    columns: sql`r.id as sample_run, octet_length(k.content) as sample_size, iif(${isHad}, null, k.content) as sample`,
    take(row: { sample_run: string; sample_size: number | null; sample: string | null }) {
      const { sample_run: runId, sample_size: size, sample } = row;
      if (size === null) return null;
      if (sample === null) return had;
      newest = { runId, size, lines: parseSnapshot(sample) };
      return newest;
    },
  };
}

export const joinSample = sql`left join run_snapshots k on k.run_id = r.id and k.part = ${SAMPLE_PART}`;

/** In the order in which {@link linesOf} writes the values. */
type StoredLine = [
  key: number,
  gender: string | null,
  preferredGender: string | null,
  age: number,
  minimumAge: number | null,
  maximumAge: number | null,
  latitude: number | null,
  longitude: number | null,
  distanceLimit: number | null,
];

const toLine = ([key, gender, preferredGender, age, ...rest]: StoredLine) => {
  const [minimumAge, maximumAge, latitude, longitude, distanceLimit] = rest;
  const ages = { age, minimumAge, maximumAge };
  return { key, gender, preferredGender, ...ages, latitude, longitude, distanceLimit };
};

/** What the compatibility rule needs to know of a member. The position is rounded to a tenth of a degree. */
export type SnapshotLine = ReturnType<typeof toLine>;

export function parseSnapshot(content: string): SnapshotLine[] {
  // JSON escapes line breaks in strings, so each line break separates two lines.
  const lines: StoredLine[] = JSON.parse(`[${content.slice(1).replaceAll("\n", ",")}]`);
  return lines.map(toLine);
}

export function dropOlderSnapshots({ runId, date }: RunWrite & { date: string }): SQL {
  return sql`delete from run_snapshots where run_id in (select o.id from pairing_runs o
    where o.date <= ${date} and o.id <> ${runId} and o.state = 'published')
    and exists(select 1 from pairing_runs r where r.id = ${runId} and r.state = 'published')`;
}

/** Cuts a member's line out of every snapshot. Must run before the member is deleted. */
export function cutFromSnapshots(memberId: string): SQL {
  const at = sql`instr(s.content, ${LINE_START})`;
  const rest = sql`substr(s.content, ${at} + 1)`;
  return sql`update run_snapshots as s set content = substr(s.content, 1, ${at} - 1)
      || case instr(${rest}, ${BREAK}) when 0 then '' else substr(${rest}, instr(${rest}, ${BREAK})) end
    from members m where m.id = ${memberId} and s.part in (m.rowid / ${DIVISOR}, ${SAMPLE_PART}) and ${at} > 0`;
}
