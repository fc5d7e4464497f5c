import { z } from "zod";
import { encryptRecord, keyedDigest } from "~/core/accounts/record-keys";
import type { ChangeOfKind } from "~/core/conversation/objects";
import type { Deps } from "~/core/deps";
import {
  fetchEvidence,
  inOrder,
  readRevealed,
  storedMessagesSchema,
} from "~/core/moderation/evidence";
import { fanOut, fanOutSchema } from "~/core/notices/fan-out";
import { EVIDENCE_MESSAGES, MS_PER_SECOND } from "~/core/shared/constants";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import { parseJson } from "~/core/shared/parse";
import { findAwaiting, storeLastMessages } from "~/db/conversation/kept-words";
import {
  existsPairing,
  type JobRow,
  listEndedAt,
  listJobsOf,
  updateJobDetail,
} from "~/db/operations/jobs";
import type { UnkeyedLine } from "~/db/operations/ledger";

export type JobDeps = Pick<
  Deps,
  "db" | "config" | "conversations" | "ledger" | "deliveries" | "push" | "clock" | "logger"
>;

export const CONCURRENCY = 6;
const MAX_CLOSED = 4_000;
const PAGE = 500;
/** After this much time, no further page begins. The next cron continues. */
const PAGING_MS = 15 * MS_PER_SECOND;

/**
 * @returns false for a job that the next cron must continue
 * @throws ZodError or SyntaxError for a row whose detail doesn't fit its kind
 */
export async function carryOut(deps: JobDeps, row: JobRow): Promise<boolean> {
  const { id, kind, detail } = row;
  const conversationId = row.conversationId ?? "";
  const apply = (change: ChangeOfKind) =>
    deps.conversations.apply({ conversationId, version: id, ...change });
  switch (kind) {
    case "close_ended":
      return closeEnded(deps, row);
    case "fan_out":
      return fanOut(deps, { id, ...parseJson(fanOutDetail, detail) });
    case "record":
      await addLine(deps, row);
      break;
    case "evidence":
      await fetchEvidence(deps, row);
      break;
    case "close":
      await apply({ kind, ...parseJson(closeDetail, detail) });
      break;
    case "reopen":
      await apply({ kind });
      break;
    case "end_sessions":
      await apply({ kind, sessionIds: parseJson(sessionsDetail, detail).sessions });
      break;
    case "import":
      await apply({ kind, ...parseJson(importDetail, detail) });
      // If the account was deleted before the import reached the object, the imported messages must be erased again.
      if (!(await existsPairing(deps.db, conversationId))) await apply({ kind: "erase" });
      break;
    case "erase":
      await keepBeforeErasure(deps, row);
      await apply({ kind });
  }
  return true;
}

/**
 * Keeps what a report could still need. The conversation is closed first, so that no message arrives between reading
 * and erasure.
 */
async function keepBeforeErasure(deps: JobDeps, row: JobRow) {
  const { keep, evidence } = parseJson(eraseDetail, row.detail);
  if (!keep && !evidence) return;
  const conversationId = row.conversationId ?? "";
  const close = { kind: "close", reason: "ended" } as const;
  await deps.conversations.apply({ conversationId, version: row.id, ...close });
  if (evidence) await fetchEarlierEvidence(deps, row);
  if (keep) await setMessagesAside(deps, conversationId);
}

/** Earlier evidence jobs need the messages, so they are carried out before the erasure. */
async function fetchEarlierEvidence(deps: JobDeps, { id, conversationId }: JobRow) {
  for (const job of await listJobsOf(deps.db, conversationId ?? "")) {
    if (job.kind === "evidence" && job.id < id) await fetchEvidence(deps, job);
  }
}

/**
 * Keeps the last messages and revealed answers in encrypted form, because the remaining member can still report them
 * (docs/rules.md#leaving).
 */
async function setMessagesAside(
  { db, conversations, config }: JobDeps,
  conversationId: string,
): Promise<void> {
  const awaiting = await findAwaiting(db, conversationId);
  if (!awaiting) return;
  const last = { before: null, limit: EVIDENCE_MESSAGES };
  const { messages } = await conversations.list(conversationId, last);
  const { readerId, author } = awaiting;
  const answers = await readRevealed({ conversations }, conversationId, readerId, author);
  const lines = JSON.stringify(inOrder([...messages, ...answers]));
  await storeLastMessages(db, conversationId, await encryptRecord(config, lines));
}

async function addLine({ config, ledger }: JobDeps, { id, detail }: JobRow): Promise<void> {
  // Not validated, because the server wrote the detail itself and only passes it on.
  const { member, other, addresses = [], ...line } = JSON.parse(detail) as UnkeyedLine;
  await ledger.add({
    ...line,
    id: `${id}.${line.at}`,
    subject: typeof member === "string" ? keyedDigest(config, "member", member) : member,
    ...(other === undefined ? {} : { other: keyedDigest(config, "member", other) }),
    addresses,
  });
}

const closeDetail = z.object({
  reason: z.enum(["expired", "blocked", "ended"]).default("ended"),
  at: z.number().optional(),
});
const sessionsDetail = z.object({ sessions: z.array(z.string()) });
const eraseDetail = z.object({
  keep: z.boolean().default(false),
  /** Whether earlier evidence jobs can be waiting for the messages. */
  evidence: z.boolean().default(false),
});
const importDetail = z.object({ messages: storedMessagesSchema });
const placeDetail = z.object({ at: z.number(), after: z.number().default(0) });

const fanOutDetail = z.object({ delivery: fanOutSchema });

/** Stores its progress after each page, so that the next cron can continue. */
async function closeEnded(deps: JobDeps, { id, detail }: JobRow): Promise<boolean> {
  const place = parseJson(placeDetail, detail);
  const { at } = place;
  let { after } = place;
  const endsAt = deps.clock.now() + PAGING_MS;
  for (let closed = 0; closed < MAX_CLOSED && deps.clock.now() < endsAt; ) {
    const page = await listEndedAt(deps.db, { at, after, limit: PAGE });
    await mapWithLimit(page, CONCURRENCY, ({ id: conversationId }) =>
      deps.conversations.apply({ conversationId, version: id, kind: "close", reason: "ended" }),
    );
    const last = page.at(-1);
    if (!last || page.length < PAGE) return true;
    after = last.row;
    closed += page.length;
    await updateJobDetail(deps.db, id, { at, after });
  }
  return false;
}
