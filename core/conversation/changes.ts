import { z } from "zod";
import type { Deps } from "~/core/deps";
import { fanOutSchema } from "~/core/notifications/delivery";
import { eraseHistory } from "~/core/pairing/archive";
import type { ConversationChange } from "~/core/ports";
import { MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";
import { unavailable } from "~/core/shared/errors";
import { mapWithLimit } from "~/core/shared/map-with-limit";
import { parseJson } from "~/core/shared/parse";
import {
  type ChangeRow,
  deleteChanges,
  existsPairing,
  insertChange,
  listChanges,
  listEndedAt,
  takeChange,
  updateChangeDetail,
} from "~/db/queries/conversation-changes";

type ChangeDeps = Pick<
  Deps,
  "db" | "conversations" | "history" | "ledger" | "deliveries" | "push" | "clock" | "logger"
>;

/** Objects called at once. */
const CONCURRENCY = 6;
/** A Worker may make 10,000 calls in one invocation; a change takes one, two when its object restarts meanwhile. */
const MAX_CHANGES = 2_000;
const MAX_CLOSED = 4_000;
const PAGE = 500;
/** How long one has to put a message into the queue, before another one may. */
const TAKEN_MS = MS_PER_MINUTE;

/**
 * Carries out changes that the database has decided. The changes of one conversation go in their order; one that fails
 * is left, with those after it, for {@link deliverWaitingChanges}.
 * @returns the ids of those that their objects have done
 */
async function carryOutAll(deps: ChangeDeps, rows: ChangeRow[]): Promise<number[]> {
  // What is about no conversation is done one by one: only what runs have ended goes in its order.
  const byConversation = Map.groupBy(rows, ({ id, conversation_id, kind }) =>
    conversation_id === null && kind !== "close_ended" ? id : conversation_id,
  );
  const done: number[] = [];
  await mapWithLimit([...byConversation.values()], CONCURRENCY, async (changes) => {
    for (const row of changes) {
      try {
        const isDone = await carryOut(deps, row);
        if (!isDone) return;
      } catch (error) {
        deps.logger.error("conversation.change_failed", error, { kind: row.kind });
        return;
      }
      done.push(row.id);
    }
  });
  return done;
}

/**
 * Carries out changes for an answer that waits for them. Their rows go after the answer: one that stays is carried out
 * once more by the cron, which changes nothing.
 * @returns how many are left for the cron
 */
export async function deliverChanges(
  deps: ChangeDeps & Pick<Deps, "defer">,
  rows: ChangeRow[],
): Promise<number> {
  const done = await carryOutAll(deps, rows);
  if (done.length > 0) deps.defer(deleteChanges(deps.db, done));
  return rows.length - done.length;
}

/** {@link deliverChanges} for an answer that must not be given before the objects have done it. @throws AppError `unavailable` */
export async function requireDelivered(
  deps: ChangeDeps & Pick<Deps, "defer">,
  rows: ChangeRow[],
): Promise<void> {
  if ((await deliverChanges(deps, rows)) > 0) throw unavailable();
}

/** Keeps for the cron that a conversation's live connections by these sessions must still end. */
export async function keepEndOfSessions(
  { db, clock }: Pick<Deps, "db" | "clock">,
  conversationId: string,
  sessions: string[],
): Promise<void> {
  const change = { kind: "end_sessions", detail: { sessions }, now: clock.now() } as const;
  await insertChange(db, conversationId, change);
}

/** For the cron: carries out what is left over. An alarm when something has waited for a day. */
export async function deliverWaitingChanges(deps: ChangeDeps): Promise<void> {
  const rows = await listChanges(deps.db, { after: 0, limit: MAX_CHANGES });
  const done = await carryOutAll(deps, rows);
  await deleteChanges(deps.db, done);
  const left = rows.length - done.length;
  const oldest = rows[0]?.created_at ?? Number.POSITIVE_INFINITY;
  if (left > 0 && deps.clock.now() - oldest > MS_PER_DAY) {
    deps.logger.error("conversation.changes_overdue", new Error("a change has waited for a day"), {
      left,
    });
  }
  if (rows.length > 0) deps.logger.info("conversation.changes", { rows: rows.length, left });
}

/** @returns false for one that goes on at the next call */
async function carryOut(deps: ChangeDeps, row: ChangeRow): Promise<boolean> {
  if (row.kind === "close_ended") return closeEnded(deps, row);
  if (row.kind === "record_deletion") {
    const { member, at } = parseJson(deletionDetail, row.detail);
    await deps.ledger.record({ memberId: member, deletedAt: at });
    return true;
  }
  if (row.kind === "erase_history") {
    return eraseHistory(deps, parseJson(memberDetail, row.detail).member, row.id);
  }
  if (row.kind === "fan_out") return startFanOut(deps, row);
  const change = toChange(row);
  await deps.conversations.apply(change);
  // An account that was deleted meanwhile has erased the conversation, maybe before this came to it.
  if (change.kind === "import" && !(await isKnown(deps, change))) {
    await deps.conversations.apply({ ...change, kind: "erase" });
  }
  return true;
}

/** Whether a conversation is in the database, or in the history of one who spoke in it. */
async function isKnown(
  { db, history }: ChangeDeps,
  { conversationId, messages }: Extract<ConversationChange, { kind: "import" }>,
): Promise<boolean> {
  if (await existsPairing(db, conversationId)) return true;
  for (const memberId of new Set(messages.map(({ sender_id }) => sender_id))) {
    if (await history.find(memberId, conversationId)) return true;
  }
  return false;
}

const memberDetail = z.object({ member: z.string() });
const deletionDetail = memberDetail.extend({ at: z.number() });
const closeDetail = z.object({ reason: z.enum(["expired", "blocked", "ended"]).default("ended") });
const sessionsDetail = z.object({ sessions: z.array(z.string()) });
const importDetail = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      sender_id: z.string(),
      content: z.string(),
      client_id: z.string().nullable(),
      created_at: z.number(),
      read_at: z.number().nullable(),
    }),
  ),
});
const placeDetail = z.object({ at: z.number(), after: z.number().default(0) });

/** @throws ZodError or SyntaxError for a row whose detail is not its kind's */
function toChange({ id, conversation_id, kind, detail }: ChangeRow): ConversationChange {
  const common = { conversationId: conversation_id ?? "", version: id };
  switch (kind) {
    case "close":
      return { ...common, kind, ...parseJson(closeDetail, detail) };
    case "end_sessions":
      return { ...common, kind, sessionIds: parseJson(sessionsDetail, detail).sessions };
    case "import":
      return { ...common, kind, ...parseJson(importDetail, detail) };
    case "reopen":
    case "erase":
      return { ...common, kind };
    case "close_ended":
    case "record_deletion":
    case "erase_history":
    case "fan_out":
      throw new Error(`${kind} names no single conversation`);
  }
}

const fanOutDetail = z.object({ delivery: fanOutSchema });

/**
 * Puts the first page of notifications to many members into the queue. Two that deliver at once don't both do it: members
 * would hear of a thing twice. One that dies in the middle leaves it to the next, a minute later.
 */
async function startFanOut(deps: ChangeDeps, { id, detail }: ChangeRow): Promise<boolean> {
  const { delivery } = parseJson(fanOutDetail, detail);
  if (!deps.push) return true;
  const now = deps.clock.now();
  if (!(await takeChange(deps.db, { id, now, until: now + TAKEN_MS }))) return false;
  await deps.deliveries.add([delivery]);
  // Not with the others, which may take longer than it is taken for.
  await deleteChanges(deps.db, [id]);
  return true;
}

/**
 * Closes the conversations that a run ended before their time, page by page, and keeps its place in the row: beyond
 * what one invocation may call, it goes on at the next.
 */
async function closeEnded(deps: ChangeDeps, { id, detail }: ChangeRow): Promise<boolean> {
  const place = parseJson(placeDetail, detail);
  const { at } = place;
  let { after } = place;
  for (let closed = 0; closed < MAX_CLOSED; ) {
    const page = await listEndedAt(deps.db, { at, after, limit: PAGE });
    await mapWithLimit(page, CONCURRENCY, ({ id: conversationId }) =>
      deps.conversations.apply({ conversationId, version: id, kind: "close", reason: "ended" }),
    );
    const last = page.at(-1);
    if (!last || page.length < PAGE) return true;
    after = last.row;
    closed += page.length;
    await updateChangeDetail(deps.db, id, { at, after });
  }
  return false;
}
