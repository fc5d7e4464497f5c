import { keyedDigests } from "~/core/accounts/record-keys";
import type { Deps } from "~/core/deps";
import { LIMITS, type Limit } from "~/core/shared/constants";
import { mailboxOf } from "~/core/shared/mailbox";
import { type FailureWindows, isKnownNetwork } from "~/db/accounts/credentials";
import type { RateWindow, RateWindows } from "~/db/accounts/rate-window";
import type { SignedInFrom } from "~/db/accounts/sessions";
import { digestForLimit } from "./tokens";

/** A loopback client is the developer's own machine, and isn't limited by address (docs/rules.md#limits). */
export function isLoopback(address: string): boolean {
  return address === "::1" || address === "localhost" || /^(::ffff:)?127\./.test(address);
}

/** The prefix that identifies an IPv6 holder: a household has a /64, a site a /48. */
type PrefixBits = 64 | 48;

/** An IPv4 address itself, or an IPv6 address's network, because its holder can use every address in it. */
export function networkOf(address: string, bits: PrefixBits = 64): string {
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
  const kept = groups.slice(0, bits / 16).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${kept.join(":")}::/${bits}`;
}

/** Keyed, so that no address is stored. */
export function digestAddress({ config }: Deps, address: string): Promise<string> {
  return digestForLimit(config, `address:${networkOf(address)}`);
}

/** Null for IPv4. */
async function digestSite({ config }: Deps, address: string): Promise<string | null> {
  const site = networkOf(address, 48);
  return site.includes(":") ? digestForLimit(config, `address:${site}`) : null;
}

export async function digestNetwork(deps: Deps, address: string): Promise<SignedInFrom> {
  const siteDigest = await digestSite(deps, address);
  return { networkDigest: await digestAddress(deps, address), siteDigest };
}

/** Keyed, so that no e-mail is stored. */
export function digestEmail({ config }: Pick<Deps, "config">, email: string): Promise<string> {
  return digestForLimit(config, `email:${email}`);
}

/** One digest per record key, because a ban may be stored under any of them (docs/rules.md#secrets). */
export async function digestsOfEmail({ config }: Deps, email: string): Promise<string[]> {
  return (await keyedDigests(config, "email", mailboxOf(email))).map(({ digest }) => digest);
}

export function failureKeysOf(emailDigest: string): string {
  return `failed-sign-in:${emailDigest}:`;
}

/**
 * No windows for a loopback address. An IPv6 address has two: for its /64 and for its /48.
 * @param name the counted event's name
 */
export async function addressWindows(
  deps: Deps,
  address: string,
  name: string,
  limits: { address: Limit; network: Limit },
): Promise<RateWindow[]> {
  if (isLoopback(address)) return [];
  const site = await digestSite(deps, address);
  const digests = [await digestAddress(deps, address), ...(site === null ? [] : [site])];
  return digests.map((digest, index) => ({
    key: `${name}:${digest}`,
    limit: index === 0 ? limits.address : limits.network,
    memberId: null,
  }));
}

export async function registrationWindows(deps: Deps, address: string): Promise<RateWindows> {
  const limits = { address: LIMITS.registrations, network: LIMITS.registrationsOfNetwork };
  const windows = await addressWindows(deps, address, "registration", limits);
  return { windows, now: deps.clock.now() };
}

/** Successful sign-ins are limited too, because each costs a hash and a session. */
export async function signInWindows(deps: Deps, address: string): Promise<RateWindows> {
  const { signInsOfAddress } = LIMITS;
  const network = { ...signInsOfAddress, limit: 10 * signInsOfAddress.limit };
  const limits = { address: signInsOfAddress, network };
  return {
    windows: await addressWindows(deps, address, "sign-in", limits),
    now: deps.clock.now(),
  };
}

/**
 * The windows in which a failed sign-in counts (docs/rules.md#limits): of the e-mail together with the address, of the
 * address alone, and of the e-mail over all networks. The last window counts failures even in a network that the member
 * has signed in from. Otherwise a client could find out which networks the member uses.
 */
export async function failureWindows(
  deps: Deps,
  { email, address }: { email: string; address: string },
): Promise<FailureWindows> {
  const [emailDigest, addressDigest, ofAddress] = await Promise.all([
    digestEmail(deps, email),
    digestAddress(deps, address),
    addressWindows(deps, address, "failed-sign-in-address", {
      address: LIMITS.failedSignInsOfAddress,
      network: LIMITS.failedSignInsOfNetwork,
    }),
  ]);
  const keys = failureKeysOf(emailDigest);
  const reset = { key: keys + addressDigest, limit: LIMITS.failedSignIns, memberId: null };
  return {
    windows: [reset, ...ofAddress],
    reset,
    ofEmail: { key: `${keys}all`, limit: LIMITS.failedSignInsOfEmail, memberId: null },
    isKnownNetwork: isKnownNetwork(email, addressDigest),
    now: deps.clock.now(),
  };
}
