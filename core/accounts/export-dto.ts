import type { QuestionView, StoredMessage } from "~/core/conversation/objects";
import { parseEvidence } from "~/core/moderation/evidence";
import { toSettingsDto } from "~/core/notices/settings-dto";
import { isoOrNull, toIso } from "~/core/shared/age";
import type { ExportDto } from "~/core/shared/contract";
import type { ExportRows } from "~/db/profile/profiles";
import { toMemberDto } from "./to-member-dto";

type ExportedConversation = ExportDto["conversations"][number];
type ExportedMessage = ExportedConversation["messages"][number];

export function toExportedConversation(
  row: ExportRows["conversations"][number],
  messages: readonly StoredMessage[],
  questions: readonly QuestionView[],
  ownId: string,
): ExportedConversation {
  const toExported = (message: StoredMessage): ExportedMessage => {
    const isOwn = message.sender_id === ownId;
    return {
      message_id: message.id,
      sent_by_you: isOwn,
      content: message.content,
      // A partner's idempotency keys are private to the partner.
      client_id: isOwn ? message.client_id : null,
      created_at: toIso(message.created_at),
      read_at: isoOrNull(message.read_at),
    };
  };
  return {
    conversation_id: row.id,
    pairing_date: row.pairing_date,
    expiry_date: toIso(row.expires_at),
    partner_name: row.partner_name,
    opened_by_you: row.opened === 1,
    favourite: row.starred === 1,
    messages: messages.map(toExported),
    questions: questions.flatMap(({ level, question, mine, theirs }) =>
      question === null || mine === null ? [] : [{ level, question, mine, theirs }],
    ),
  };
}

export function toExportHead(rows: ExportRows, now: number): Omit<ExportDto, "conversations"> {
  return {
    exported_at: toIso(now),
    ...toExportedAccount(rows.member, now),
    reminders:
      rows.reminders.map(({ is_on, sent_on, unanswered }) => ({
        on: is_on === 1,
        sent_on,
        unanswered,
      }))[0] ?? null,
    consents: rows.consents.map((row) => ({ ...row, created_at: toIso(row.created_at) })),
    passkeys: rows.passkeys.map((row) => ({
      name: row.name,
      created_at: toIso(row.created_at),
      last_used_at: isoOrNull(row.last_used_at),
    })),
    mail_links: rows.mailLinks.map((row) => ({
      purpose: row.purpose,
      email: row.email,
      created_at: toIso(row.created_at),
      expires_at: toIso(row.expires_at),
      used_at: isoOrNull(row.used_at),
    })),
    sessions: rows.sessions.map((row) => ({
      created_at: toIso(row.created_at),
      last_seen_at: toIso(row.last_seen_at ?? row.created_at),
      expires_at: toIso(row.expires_at),
    })),
    failed_sign_ins: rows.failures.map((row) => ({
      since: toIso(row.started_at),
      count: row.count,
    })),
    notification_settings: rows.notificationSettings.map(toSettingsDto)[0] ?? null,
    push_subscriptions: rows.pushSubscriptions.map((row) => ({
      label: row.label,
      created_at: toIso(row.created_at),
      last_success_at: isoOrNull(row.last_success_at),
    })),
    sign_in_networks: rows.networks.map((row) => ({ last_seen_at: toIso(row.last_seen_at) })),
    limits: rows.limits.map((row) => ({
      // A key is the limit's name and the member's id, as in `move:ID`.
      limit: row.key.split(":")[0] ?? "",
      since: toIso(row.started_at),
      count: row.count,
    })),
    sealed_addresses: rows.seals,
    days_off: rows.daysOff,
    ...toExportedModeration(rows),
  };
}

function toExportedAccount(member: ExportRows["member"], now: number) {
  return {
    profile: toMemberDto(member, now),
    registered_at: toIso(member.created_at),
    availability: {
      paused_from: member.paused_from,
      paused_until: member.paused_until,
      last_seen_on: member.last_seen_on,
      absence_told_on: member.absence_told_on,
    },
    email_verified_at: isoOrNull(member.email_verified_at),
    zone: member.zone,
    wants_notices: member.wants_notices === 1,
  };
}

function toExportedModeration(rows: ExportRows) {
  const ownId = rows.member.id;
  return {
    blocks: rows.blocks.map((row) => ({
      user_id: row.blocked_id,
      name: row.name,
      block_date: toIso(row.created_at),
    })),
    reports: rows.reports.map((row) => ({
      ...row,
      reported_name: row.reported_name ?? "",
      // The partner's messages are for admins only.
      evidence: parseEvidence(row.evidence)
        .filter(({ sender_id }) => sender_id === ownId)
        .map(({ content, created_at, is_read }) => ({
          content,
          created_at: toIso(created_at),
          is_read,
        })),
      created_at: toIso(row.created_at),
      resolved_at: isoOrNull(row.resolved_at),
    })),
    actions: rows.actions.map((row) => ({
      kind: row.kind,
      reason: row.reason,
      text: row.text,
      until: isoOrNull(row.until),
      created_at: toIso(row.created_at),
    })),
    appeals: rows.actions.flatMap(({ appeal, appealed_at, decision, answer }) =>
      appeal === null || appealed_at === null
        ? []
        : [{ text: appeal, created_at: toIso(appealed_at), decision, answer }],
    ),
    admin_actions: rows.adminActions.map((row) => ({ ...row, created_at: toIso(row.created_at) })),
  };
}
