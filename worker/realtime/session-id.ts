import { timingSafeEqual } from "node:crypto";

/**
 * Number of the objects that hold polling sessions, `p0` to `p15`. A session id begins with the object's name, so that every
 * later request finds its object without state.
 */
const SHARDS = 16;
const ID = "[A-Za-z0-9_-]{8,64}";
const CONVERSATION_ID_PATTERN = new RegExp(`^${ID}$`);
const SID_PATTERN = /^(p(?:[0-9]|1[0-5]))\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{22})$/;
/** Half of a SHA-256: 128 bits, 22 characters of base64url. */
const TAG_BYTES = 16;

/** Whether a value has the form of a conversation's id. Only the database can find out whether the conversation exists. */
export function isConversationId(value: unknown): value is string {
  return typeof value === "string" && CONVERSATION_ID_PATTERN.test(value);
}

/** The name of a conversation's object. */
export function conversationHome(conversationId: string): string {
  return `c${conversationId}`;
}

/** Chooses an object for a new polling session. */
export function pickShard(): string {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  return `p${random % SHARDS}`;
}

/**
 * Makes a new session id `<shard>.<random>.<tag>`. The tag is keyed with the Worker's secret, because otherwise made-up ids could
 * create any number of objects.
 */
export async function createSid(shard: string, secret: string): Promise<string> {
  const random = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const tag = toBase64Url((await sign(shard, random, secret)).subarray(0, TAG_BYTES));
  return `${shard}.${random}.${tag}`;
}

/**
 * Returns the shard of a session id that {@link createSid} made; null for any other text. Verified ids are kept in memory for a
 * while, because every poll needs this.
 */
export function readShard(sid: string, secret: string): Promise<string | null> | string {
  return (verified.secret === secret && verified.shards.get(sid)) || verifyShard(sid, secret);
}

const VERIFIED_MAX = 4_096;
const verified = { secret: "", shards: new Map<string, string>() };

function remember(sid: string, shard: string, secret: string): void {
  if (verified.secret !== secret || verified.shards.size >= VERIFIED_MAX) verified.shards.clear();
  verified.secret = secret;
  verified.shards.set(sid, shard);
}

async function verifyShard(sid: string, secret: string): Promise<string | null> {
  const match = SID_PATTERN.exec(sid);
  const [, shard, random, tag] = match ?? [];
  if (!shard || !random || !tag) return null;
  const expected = (await sign(shard, random, secret)).subarray(0, TAG_BYTES);
  const given = fromBase64Url(tag);
  if (given.byteLength !== TAG_BYTES) return null;
  if (!timingSafeEqual(given, expected)) return null;
  remember(sid, shard, secret);
  return shard;
}

let cachedKey: { secret: string; key: Promise<CryptoKey> } | null = null;

async function sign(shard: string, random: string, secret: string): Promise<Uint8Array> {
  if (cachedKey?.secret !== secret) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const bytes = new TextEncoder().encode(secret);
    cachedKey = { secret, key: crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]) };
  }
  // The leading text keeps these tags different from other texts that are signed with the secret.
  const text = new TextEncoder().encode(`realtime session:${shard}.${random}`);
  return new Uint8Array(await crypto.subtle.sign("HMAC", await cachedKey.key, text));
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
