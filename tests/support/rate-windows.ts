import { env } from "cloudflare:workers";
import type { BoundName } from "~/core/accounts/bounds";

export async function fillWindow(
  memberId: string,
  bound: BoundName,
  window: "minute" | "day",
  count: number,
): Promise<void> {
  await env.DB.prepare(
    `insert into rate_windows (key, member_id, started_at, ends_at, count) values (?, ?, ?, ?, ?)
     on conflict (key) do update set count = excluded.count`,
  )
    .bind(`${bound}-${window}:${memberId}`, memberId, Date.now(), Date.now() + 50_000, count)
    .run();
}
