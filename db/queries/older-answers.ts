import { sql } from "drizzle-orm";
import { type Database, runStatement, selectRows } from "~/db/client";
import type { reports } from "~/db/schema";
import type { StoredRow } from "./stored-row";

/** The most reports that one call returns, because evidence is large. */
const REPORTS_AT_ONCE = 50;

type OlderAnswers = Pick<
  StoredRow<typeof reports>,
  "id" | "reporter_id" | "reported_digest" | "evidence" | "seal" | "key_id"
>;

/** Lists reports about members who have left in which an answer's id is not yet that of its side. */
export function listOlderAnswers(db: Database): Promise<OlderAnswers[]> {
  return selectRows(
    db,
    sql<OlderAnswers>`select r.id, r.reporter_id, r.reported_digest, r.evidence, r.seal, r.key_id
        from reports r where r.reported_deleted_at is not null and exists(
          select 1 from json_each(r.evidence) e where e.value ->> 'question' is not null
            and e.value ->> 'message_id' glob 'question-[1-3]-*'
            and substr(e.value ->> 'message_id', 12) not in ('reporter', 'reported'))
        limit ${REPORTS_AT_ONCE}`,
  );
}

/** Replaces a report's evidence and seal, unless the evidence has changed meanwhile. */
export async function replaceEvidence(
  db: Database,
  change: { id: string; before: string; evidence: string; seal: string | null },
): Promise<void> {
  const statement = sql`update reports set evidence = ${change.evidence}, seal = ${change.seal}
      where id = ${change.id} and evidence = ${change.before}`;
  await runStatement(db, statement);
}
