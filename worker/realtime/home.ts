import { timingSafeEqual } from "node:crypto";

/**
 * Where a connection lives. A home is the name of a Durable Object: `c<conversation id>`, or a lobby shard
 * `l0` to `l15`. It leads the session id, so that every later request finds its object without state.
 */

const LOBBY_SHARDS = 16;
const ID = "[A-Za-z0-9_-]{8,64}";
const CONVERSATION_ID_PATTERN = new RegExp(`^${ID}$`);
const SID_PATTERN = new RegExp(
  `^((?:c${ID})|(?:l(?:[0-9]|1[0-5])))\\.([A-Za-z0-9_-]{22})\\.([A-Za-z0-9_-]{22})$`,
);
/** Half of a SHA-256: 128 bits, 22 characters of base64url. */
const TAG_BYTES = 16;

/** True for what may be a conversation's id; whether it is one, only the services know. */
export function isConversationId(value: unknown): value is string {
  return typeof value === "string" && CONVERSATION_ID_PATTERN.test(value);
}

export function conversationHome(conversationId: string): string {
  return `c${conversationId}`;
}

export function pickLobby(): string {
  const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
  return `l${random % LOBBY_SHARDS}`;
}

export function isLobby(home: string): boolean {
  return home.startsWith("l");
}

export function listLobbies(): string[] {
  return Array.from({ length: LOBBY_SHARDS }, (_, shard) => `l${shard}`);
}

/**
 * A new session id `<home>.<random>.<tag>`. The tag is keyed with the Worker's secret: without it a made-up prefix
 * could bring any number of objects to life.
 */
export async function createSid(home: string, secret: string): Promise<string> {
  const random = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const tag = toBase64Url((await sign(home, random, secret)).subarray(0, TAG_BYTES));
  return `${home}.${random}.${tag}`;
}

/**
 * The home of a session id that {@link createSid} made; null for any other text. Every poll asks for it, so what was
 * found right is remembered for a while.
 */
export function readHome(sid: string, secret: string): Promise<string | null> | string {
  return (verified.secret === secret && verified.homes.get(sid)) || verifyHome(sid, secret);
}

const VERIFIED_MAX = 4_096;
const verified = { secret: "", homes: new Map<string, string>() };

function remember(sid: string, home: string, secret: string): void {
  if (verified.secret !== secret || verified.homes.size >= VERIFIED_MAX) verified.homes.clear();
  verified.secret = secret;
  verified.homes.set(sid, home);
}

async function verifyHome(sid: string, secret: string): Promise<string | null> {
  const match = SID_PATTERN.exec(sid);
  const [, home, random, tag] = match ?? [];
  if (!home || !random || !tag) return null;
  const expected = (await sign(home, random, secret)).subarray(0, TAG_BYTES);
  const given = fromBase64Url(tag);
  if (given.byteLength !== TAG_BYTES) return null;
  if (!timingSafeEqual(given, expected)) return null;
  remember(sid, home, secret);
  return home;
}

let cachedKey: { secret: string; key: Promise<CryptoKey> } | null = null;

async function sign(home: string, random: string, secret: string): Promise<Uint8Array> {
  if (cachedKey?.secret !== secret) {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const bytes = new TextEncoder().encode(secret);
    cachedKey = { secret, key: crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]) };
  }
  // The leading words keep these tags apart from whatever else is signed with the secret.
  const text = new TextEncoder().encode(`realtime session:${home}.${random}`);
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
