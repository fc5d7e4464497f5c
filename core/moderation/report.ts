import { keyedDigests } from "~/core/accounts/record-keys";
import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { mailSupport } from "~/core/notices/send-mail";
import { toIso } from "~/core/shared/age";
import { LEFT_REPORT_DAYS, LIMITS, MS_PER_DAY, MS_PER_SECOND } from "~/core/shared/constants";
import type { OwnReportDto } from "~/core/shared/contract";
import { AppError } from "~/core/shared/errors";
import { newId } from "~/core/shared/random";
import { assertWithinLimits } from "~/core/shared/rate-limit";
import { withTimeLimit } from "~/core/shared/time-limit";
import { type RateWindows, readWindows } from "~/db/accounts/rate-window";
import {
  addToReport,
  findLeftConversation,
  findReportTarget,
  insertLeftReport,
  insertReport,
  type PendingEvidence,
  readOwnReports,
  type SenderRow,
  type StoredReport,
} from "~/db/moderation/reports";
import {
  addEvidence,
  decryptLine,
  type Look,
  type ReportedLine,
  readMessages,
  toAddressLine,
  toEvidence,
} from "./evidence";
import type { ReportInput } from "./schemas";

const RECEIVED = { message: "Thank you. Your report has been received." };

const reportWindows = ({ clock }: Pick<Deps, "clock">, memberId: string): RateWindows => ({
  windows: [{ key: `reports:${memberId}`, limit: LIMITS.reports, memberId }],
  now: clock.now(),
});

/** An attempt fails if another call makes, changes or resolves the open report after this one has looked for it. */
const ATTEMPTS = 3;
/** How long a report waits for the conversation's object. The messages are added later if the object takes longer. */
const MESSAGES_WAIT_MS = 2 * MS_PER_SECOND;

interface Found {
  look: Look;
  /** The reported member's sealed address, if the reporter could read it. */
  line: ReportedLine | null;
  senders: SenderRow[];
  open: { open_id: string | null; evidence: string | null };
  details: string | null;
}

/**
 * Adds to the open report about the same conversation, or inserts a new report.
 * @returns false if the open report was made, changed or resolved meanwhile
 * @throws AppError `message_not_found`, `too_many_requests`
 */
async function store(
  deps: Deps,
  { look, line, senders, open, details }: Found,
  windows: RateWindows,
  insert: (kept: { evidence: string; pending: PendingEvidence | null }) => Promise<StoredReport>,
): Promise<boolean> {
  const { messageId, conversationId, at } = look;
  const messages = await withTimeLimit(readMessages(deps, look), MESSAGES_WAIT_MS).catch(
    (error) => {
      if (error instanceof AppError && error.code === "message_not_found") throw error;
      return null;
    },
  );
  const lines = [...(messages ?? []), ...(line ? [line] : [])];
  const evidence = toEvidence(lines, senders, messages && messageId);
  const pending = messages ? null : { conversationId, messageId, at };
  const { open_id: id, evidence: before } = open;
  const { stored, states } =
    id !== null && before !== null
      ? await addToReport(
          deps.db,
          {
            open: { id, evidence: before },
            details,
            evidence: addEvidence(before, evidence),
            pending,
          },
          windows,
        )
      : await insert({ evidence: JSON.stringify(evidence), pending });
  if (!stored) assertWithinLimits(states, windows.now);
  return stored;
}

/**
 * Reports a member that the viewer was ever paired with, blocked or not. The evidence is the conversation as it is at the
 * report. If the conversation's object doesn't answer in time, the cron adds these messages later
 * (docs/rules.md#evidence). While the viewer has an open report about a conversation, another report is added to it
 * (docs/rules.md#reports).
 * @throws AppError `cannot_report_yourself`, `too_many_requests`, `profile_not_found` unless the two were ever paired,
 * `conversation_not_found` for a conversation that isn't between the two, `message_not_found`
 */
export async function reportMember(
  deps: Deps,
  viewer: Viewer,
  { userId, ...input }: { userId: string } & ReportInput,
): Promise<{ message: string }> {
  const windows = reportWindows(deps, viewer.memberId);
  const { now } = windows;
  const { reason } = input;
  const details = input.details || null;
  const messageId = input.message_id ?? null;
  const pair = {
    reporterId: viewer.memberId,
    reportedId: userId,
    conversationId: input.conversation_id ?? null,
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const target = await findReportTarget(deps.db, pair, windows);
    assertWithinLimits(target.states, now);
    if (userId === viewer.memberId) throw new AppError("cannot_report_yourself");
    if (!target.ever_paired) {
      if (await reportLeft(deps, viewer, { userId, ...input }, windows)) return RECEIVED;
      throw new AppError("profile_not_found");
    }
    const { conversation_id: conversationId, address, left_at, withdrawn, senders } = target;
    if (conversationId === null) throw new AppError("conversation_not_found");
    const about = { ...pair, conversationId };
    const look = { ...about, isLeft: false, messageId, at: now };
    let line: ReportedLine | null = null;
    if (address !== null && left_at !== null) line = toAddressLine(userId, address, left_at);
    else if (withdrawn !== null) line = await decryptLine(deps, userId, withdrawn);
    const found = { look, line, senders, open: target, details };
    const isStored = await store(deps, found, windows, async (kept) => {
      const report = { ...about, ...kept, id: newId(), reason, details, now };
      const inserted = await insertReport(deps.db, report, windows);
      if (inserted.stored && inserted.isAboutLoneAdmin) {
        mailSupport(deps, userId, { template: "admin_reported", reportId: report.id, reason });
      }
      return inserted;
    });
    if (isStored) return RECEIVED;
  }
  // Either the account was deleted meanwhile, or every attempt failed.
  throw new AppError("profile_not_found");
}

/**
 * Reports a member who has left, while their last messages are kept (docs/rules.md#leaving).
 * @param input.userId the id that the member had; null if `conversation_id` names the conversation
 * @returns false if there is nothing to report
 * @throws AppError `message_not_found`, `too_many_requests`
 */
async function reportLeft(
  deps: Deps,
  { memberId, user }: Viewer,
  { userId, reason, ...input }: { userId: string | null } & ReportInput,
  windows: RateWindows,
): Promise<boolean> {
  const { now } = windows;
  const details = input.details || null;
  const digests = userId === null ? null : keyedDigests(deps.config, "member", userId);
  const ask = {
    memberId,
    subjects: digests?.map(({ digest }) => digest) ?? null,
    conversationId: input.conversation_id ?? null,
    now,
  };
  const senders = [{ id: memberId, name: user.name, avatarUrl: user.avatar_url }];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const left = await findLeftConversation(deps.db, ask);
    if (!left) return false;
    const { conversation_id: conversationId, author } = left;
    const about = { conversationId, reporterId: memberId };
    const messageId = input.message_id ?? null;
    const look = { ...about, reportedId: author, isLeft: true, messageId, at: now };
    const line = left.line === null ? null : await decryptLine(deps, author, left.line);
    const found = { look, line, senders, open: left, details };
    const isStored = await store(deps, found, windows, (kept) => {
      const until = now + LEFT_REPORT_DAYS * MS_PER_DAY;
      const report = {
        ...about,
        ...kept,
        subject: author,
        id: newId(),
        reason,
        details,
        until,
        now,
      };
      return insertLeftReport(deps.db, report, windows);
    });
    if (isStored) return true;
  }
  return false;
}

export async function canReportLeft(
  { db, clock }: Deps,
  { memberId }: Viewer,
  { conversationId }: { conversationId: string },
): Promise<boolean> {
  const ask = { memberId, subjects: null, conversationId, now: clock.now() };
  return (await findLeftConversation(db, ask)) !== undefined;
}

/**
 * @throws AppError `too_many_requests`, `message_not_found`; `conversation_not_found` once the conversation can no
 * longer be reported (docs/rules.md#leaving)
 */
export async function reportLeftConversation(
  deps: Deps,
  viewer: Viewer,
  { conversationId, ...input }: { conversationId: string } & ReportInput,
): Promise<{ message: string }> {
  const windows = reportWindows(deps, viewer.memberId);
  assertWithinLimits(await readWindows(deps.db, windows), windows.now);
  const about = { ...input, userId: null, conversation_id: conversationId };
  if (!(await reportLeft(deps, viewer, about, windows)))
    throw new AppError("conversation_not_found");
  return RECEIVED;
}

/** Newest first, without the actions that followed. A report about a member who has left has no name. */
export async function listOwnReports(deps: Deps, viewer: Viewer): Promise<OwnReportDto[]> {
  const rows = await readOwnReports(deps.db, viewer.memberId);
  return rows.map((row) => ({
    report_id: row.id,
    user_id: row.reportedId,
    name: row.reportedName,
    reason: row.reason,
    created_at: toIso(row.createdAt),
    outcome: row.status === "open" ? "received" : (row.outcome ?? "no_breach"),
  }));
}
