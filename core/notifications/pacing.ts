import { serviceOf } from "./push-services";

/*
 * Spreads notifications to all devices (docs/decisions/push.md): a million devices in under a quarter of an hour,
 * without exceeding the rate that a push service is known to accept.
 */

/** First letters of devices' ids. Each has a chain of pages; the chains run side by side. */
const FIRST_LETTERS = [..."0123456789abcdefghjkmnpqrstvwxyz"];
/** Devices of one page. */
export const PAGE_DEVICES = 500;
/** Shortest pause between two pages of a chain. */
const PAGE_SECONDS = 10;
/** Most notifications per second to one push service, by all chains together. */
export const SERVICE_PER_SECOND = 1_280;
const CHAIN_PER_SECOND = SERVICE_PER_SECOND / FIRST_LETTERS.length;
/** Devices in one message of the queue, which are read by one statement. */
const DEVICES_PER_MESSAGE = 20;

/** Start and end of each chain, by the ids of devices: each id belongs to one chain. */
export const CHAINS: readonly { after: string; until?: string }[] = FIRST_LETTERS.map(
  (letter, i) => {
    const next = FIRST_LETTERS[i + 1];
    return { after: i === 0 ? "" : letter, ...(next === undefined ? {} : { until: next }) };
  },
);

/** Devices for one message of the queue, and its delay. */
interface PacedPart<Device> {
  delaySeconds: number;
  devices: Device[];
}

/**
 * Spreads a page: each part has devices of one push service, and a chain's parts come no faster than its share of the
 * service's rate.
 * @returns the parts, and the pause before the chain's next page
 */
export function pacePage<Device extends { endpoint: string }>(
  page: readonly Device[],
): { parts: PacedPart<Device>[]; nextSeconds: number } {
  const byService = Map.groupBy(page, ({ endpoint }) => serviceOf(endpoint));
  const parts: PacedPart<Device>[] = [];
  let nextSeconds = PAGE_SECONDS;
  for (const devices of byService.values()) {
    for (let start = 0; start < devices.length; start += DEVICES_PER_MESSAGE) {
      const delaySeconds = Math.floor(start / CHAIN_PER_SECOND);
      parts.push({ delaySeconds, devices: devices.slice(start, start + DEVICES_PER_MESSAGE) });
    }
    nextSeconds = Math.max(nextSeconds, Math.ceil(devices.length / CHAIN_PER_SECOND));
  }
  return { parts, nextSeconds };
}

/** Time over which introductions are spread after quiet hours, because otherwise all of a timezone would be sent together. */
const MORNING_SECONDS = 600;

/** A random moment within that time, in seconds. @param chance from 0 to below 1 */
export const afterNight = (chance: number): number => Math.floor(chance * MORNING_SECONDS);
