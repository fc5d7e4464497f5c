import { createHash } from "node:crypto";

/** Checks the form only. The database knows whether the conversation exists. */
export function isConversationId(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9_-]{8,64}$/.test(value);
}

/** A Socket.IO session's id begins with the name of its shard. */
export const SHARDS = ["s0", "s1", "s2", "s3"] as const;

export function readShard(sid: string): string | null {
  return SHARDS.find((shard) => sid.startsWith(`${shard}.`)) ?? null;
}

/** Depends only on the address, so that one address can fill only one shard. */
export function pickShard(address: string): string {
  const hash = createHash("sha256").update(address).digest().readUInt32BE();
  return SHARDS[hash % SHARDS.length] ?? SHARDS[0];
}
