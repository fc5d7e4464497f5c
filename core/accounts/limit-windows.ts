import { createHmac } from "node:crypto";
import type { Deps } from "~/core/deps";
import { LIMITS, type Limit } from "~/core/shared/constants";
import { mailboxOf } from "~/core/shared/mailbox";
import { type FailureWindows, isKnownNetwork } from "~/db/accounts/credentials";
import type { RateWindow, RateWindows } from "~/db/accounts/rate-window";
import type { SignedInFrom } from "~/db/accounts/sessions";
import { keyedDigests } from "./record-keys";

/** A loopback client is the developer's own machine, and isn't limited by address (docs/rules.md#limits). */
export function isLoopback(address: string): boolean {
  return address === "::1" || address === "localhost" || /^(::ffff:)?127\./.test(address);
}

/**
 * An IPv4 address itself, or the network of an IPv6 address, because the holder of a network can use every address in
 * it.
 * @param bits 64 for the network of a household, 48 for the network of a larger site
 */
export function networkOf(address: string, bits: 64 | 48 = 64): string {
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

type Keys = Pick<Deps, "config">;

/** The digest is keyed, so that windows reveal no address and no e-mail. */
const digest = ({ config }: Keys, text: string) =>
  createHmac("sha256", config.signingSecret).update(text).digest("hex");

export const digestAddress = (keys: Keys, address: string) =>
  digest(keys, `address:${networkOf(address)}`);

export const digestEmail = (keys: Keys, email: string) => digest(keys, `email:${email}`);

export function digestNetwork(keys: Keys, address: string): SignedInFrom {
  const site = networkOf(address, 48);
  const isIPv6 = site.includes(":");
  return {
    networkDigest: digestAddress(keys, address),
    siteDigest: isIPv6 ? digest(keys, `address:${site}`) : null,
  };
}

/** One digest per record key, because a ban can be older than the current key (docs/rules.md#secrets). */
export const digestsOfEmail = ({ config }: Keys, email: string) =>
  keyedDigests(config, "email", mailboxOf(email)).map((one) => one.digest);

/** The keys of all windows that count failed sign-ins with this e-mail address begin with this text. */
export const failureKeysOf = (keys: Keys, email: string) =>
  `failed-sign-in:${digestEmail(keys, email)}:`;

/** No windows for a loopback address. Two for an IPv6 address: one for its /64 network and one for its /48 network. */
export function addressWindows(
  keys: Keys,
  address: string,
  name: string,
  limit: Limit,
  limitOfSite: Limit = { ...limit, limit: 10 * limit.limit },
): RateWindow[] {
  if (isLoopback(address)) return [];
  const { networkDigest, siteDigest } = digestNetwork(keys, address);
  const ofNetwork = { key: `${name}:${networkDigest}`, limit, memberId: null };
  if (siteDigest === null) return [ofNetwork];
  return [ofNetwork, { key: `${name}:${siteDigest}`, limit: limitOfSite, memberId: null }];
}

export function registrationWindows(deps: Deps, address: string): RateWindows {
  const { registrations, registrationsOfNetwork } = LIMITS;
  const windows = addressWindows(
    deps,
    address,
    "registration",
    registrations,
    registrationsOfNetwork,
  );
  return { windows, now: deps.clock.now() };
}

/** Successful sign-ins are limited too, because each costs a password hash and a session. */
export function signInWindows(deps: Deps, address: string): RateWindows {
  const windows = addressWindows(deps, address, "sign-in", LIMITS.signInsOfAddress);
  return { windows, now: deps.clock.now() };
}

/**
 * A failed sign-in counts in a window of the e-mail together with the client's address, in the windows of the client's
 * address alone, and in a window of the e-mail alone (docs/rules.md#limits).
 */
export function failureWindows(deps: Deps, email: string, address: string): FailureWindows {
  const { failedSignIns, failedSignInsOfAddress, failedSignInsOfNetwork } = LIMITS;
  const name = "failed-sign-in-address";
  const keys = failureKeysOf(deps, email);
  const addressDigest = digestAddress(deps, address);
  const reset = { key: keys + addressDigest, limit: failedSignIns, memberId: null };
  return {
    windows: [
      reset,
      ...addressWindows(deps, address, name, failedSignInsOfAddress, failedSignInsOfNetwork),
    ],
    reset,
    ofEmail: { key: `${keys}all`, limit: LIMITS.failedSignInsOfEmail, memberId: null },
    isKnownNetwork: isKnownNetwork(email, addressDigest),
    now: deps.clock.now(),
  };
}
