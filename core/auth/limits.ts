import type { Deps } from "~/core/deps";
import { LIMITS } from "~/core/shared/constants";
import { type AppError, tooMany } from "~/core/shared/errors";
import type { AttemptWindow } from "~/db/queries/accounts";

/** A loopback client is not limited by its address (contract §3): it is the developer's own machine. */
export function isLoopback(address: string): boolean {
  return address === "::1" || address === "localhost" || /^(::ffff:)?127\./.test(address);
}

/**
 * Whom an address stands for in the limits: an IPv4 address itself, of an IPv6 address the network
 * of 64 bits, since whoever has one has all 2^64 of it.
 */
export function networkOf(address: string): string {
  const text = address.toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (mapped) return mapped[1] ?? text;
  if (!text.includes(":")) return text;
  const [head = "", tail] = text.split("%")[0]?.split("::") ?? [];
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const end = tail === "" ? [] : tail.split(":");
    while (groups.length + end.length < 8) groups.push("0");
    groups.push(...end);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** Under which attempts of an address are counted: a keyed digest, so that no address is stored. */
export function digestAddress({ tokens }: Deps, address: string): Promise<string> {
  return tokens.digest(`address:${networkOf(address)}`);
}

/** Under which failed sign-ins with an e-mail are counted; no e-mail is stored either. */
export function digestEmail({ tokens }: Deps, email: string): Promise<string> {
  return tokens.digest(`email:${email}`);
}

/** The window of failed sign-ins for an e-mail and an address (contract §3). */
export async function failedSignInWindow(
  deps: Deps,
  { email, address }: { email: string; address: string },
): Promise<AttemptWindow> {
  const now = deps.clock.now();
  const [emailDigest, addressDigest] = await Promise.all([
    digestEmail(deps, email),
    digestAddress(deps, address),
  ]);
  const { limit, windowMs } = LIMITS.failedSignIns;
  return { emailDigest, addressDigest, now, since: now - windowMs, limit };
}

/** When a window that is full has room again. @returns milliseconds to wait */
function waitFor(oldest: number | null, windowMs: number, now: number): number {
  return Math.max(1000, (oldest ?? now) + windowMs - now);
}

export function tooManySignIns(oldest: number | null, now: number): AppError {
  const wait = waitFor(oldest, LIMITS.failedSignIns.windowMs, now);
  return tooMany("Too many failed sign-in attempts.", wait);
}

export function tooManyRegistrations(oldest: number | null, now: number): AppError {
  const wait = waitFor(oldest, LIMITS.registrations.windowMs, now);
  return tooMany("Too many registrations from this address.", wait);
}
