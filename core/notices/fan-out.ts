import { z } from "zod";
import type { Deps } from "~/core/deps";
import { MS_PER_DAY, MS_PER_SECOND } from "~/core/shared/constants";
import { nextMidnightUtc } from "~/core/shared/countdown";
import { type AddressedRow, listEndingPage, listIntroducedPage } from "~/db/notices/notifications";
import { listOpened } from "~/db/notices/reminders";
import { insertJobOnce, updateJobDetail } from "~/db/operations/jobs";
import { type Recipient, toMessages } from "./delivery";

/** Members per page. The messages to 1,500 members stay below the 256 kB that the queue takes in one call. */
const PAGE = 1_500;
/** After this long no further page begins. The next cron continues. */
const PAGING_MS = 15 * MS_PER_SECOND;

const member = z.string().default("");

/** `after` is the last member already queued. */
export const fanOutSchema = z.discriminatedUnion("about", [
  z.object({ about: z.literal("introduction"), runId: z.string(), after: member }),
  z.object({ about: z.literal("last_hour"), expiresAt: z.int(), after: member }),
  /** `after` is `updated_at` and the row id of the last sealed address already queued. */
  z.object({
    about: z.literal("envelope"),
    endedAt: z.int(),
    after: z.tuple([z.int(), z.int()]).default([0, 0]),
  }),
]);
type FanOut = z.infer<typeof fanOutSchema>;

export const introductionsOf = (runId: string): FanOut => ({
  about: "introduction",
  runId,
  after: "",
});

export const envelopesOf = (endedAt: number): FanOut => ({
  about: "envelope",
  endedAt,
  after: [0, 0],
});

/** A repeated call stores nothing new. */
export async function keepLastHours({ db, push, clock }: Pick<Deps, "db" | "push" | "clock">) {
  if (!push) return;
  const now = clock.now();
  const expiresAt = nextMidnightUtc(now);
  const delivery: FanOut = { about: "last_hour", expiresAt, after: "" };
  await insertJobOnce(db, `last-hours:${expiresAt}`, {
    kind: "fan_out",
    detail: { delivery },
    now,
  });
}

/**
 * If a page is queued twice, its notices are still sent once, because the consumer stores which devices have the
 * notice.
 * @returns false if the next cron must continue
 */
export async function fanOut(
  { db, push, deliveries, clock }: Pick<Deps, "db" | "push" | "deliveries" | "clock">,
  job: { id: number; delivery: FanOut },
): Promise<boolean> {
  let { delivery } = job;
  // Without push, opened envelopes still go by mail.
  if (!push && delivery.about !== "envelope") return true;
  const endsAt = clock.now() + PAGING_MS;
  while (clock.now() < endsAt) {
    const { recipients, next } = await readPage(db, delivery, clock.now());
    if (recipients.length > 0) await deliveries.add(toMessages(recipients));
    if (!next) return true;
    delivery = next;
    await updateJobDetail(db, job.id, { delivery });
  }
  return false;
}

async function readPage(
  db: Deps["db"],
  delivery: FanOut,
  now: number,
): Promise<{ recipients: Recipient[]; next: FanOut | null }> {
  if (delivery.about === "envelope") {
    const { endedAt, after } = delivery;
    const since = endedAt - MS_PER_DAY;
    const rows = await listOpened(db, { endedAt, since, after, limit: PAGE, now });
    const last = rows.at(-1);
    return {
      recipients: toRecipients("envelope", rows),
      next:
        last && rows.length === PAGE ? { ...delivery, after: [last.updated_at, last.row] } : null,
    };
  }
  if (delivery.about === "last_hour" && delivery.expiresAt <= now)
    return { recipients: [], next: null };
  const page = { after: delivery.after, limit: PAGE };
  const rows =
    delivery.about === "introduction"
      ? await listIntroducedPage(db, { ...page, runId: delivery.runId })
      : await listEndingPage(db, { ...page, expiresAt: delivery.expiresAt });
  const last = rows.at(-1);
  return {
    recipients: toRecipients(delivery.about, rows),
    next: last && rows.length === PAGE ? { ...delivery, after: last.member_id } : null,
  };
}

const toRecipients = (kind: FanOut["about"], rows: AddressedRow[]): Recipient[] =>
  rows.flatMap(({ member_id, conversation_id: conversationId }): Recipient[] =>
    conversationId === null ? [] : [[member_id, { kind, conversationId }]],
  );
