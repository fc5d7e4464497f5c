import { serviceOf } from "./push-services";

/*
 * How notifications to all devices are spread (docs/decisions/push.md): a million devices in under a quarter of an hour, and no
 * push service asked for more than it is known to take.
 */

/** Chains of pages that run side by side, one for each letter that a device's id begins with. */
const FIRST_LETTERS = [..."0123456789abcdefghjkmnpqrstvwxyz"];
/** Devices of one page. */
export const PAGE_DEVICES = 500;
/** No page follows earlier on the one before. */
const PAGE_SECONDS = 10;
/** To one push service, by all chains together. */
export const SERVICE_PER_SECOND = 1_280;
const CHAIN_PER_SECOND = SERVICE_PER_SECOND / FIRST_LETTERS.length;
/** Devices of one message of the queue: read in one statement. */
export const DEVICES_PER_MESSAGE = 20;

/** Start and end of each chain, by the ids of devices: each id is in one of them. */
export const CHAINS: readonly { after: string; until?: string }[] = FIRST_LETTERS.map(
  (letter, i) => {
    const next = FIRST_LETTERS[i + 1];
    return { after: i === 0 ? "" : letter, ...(next === undefined ? {} : { until: next }) };
  },
);

/** What one message of the queue is to carry, and when. */
interface PacedPart<Device> {
  delaySeconds: number;
  devices: Device[];
}

/**
 * Spreads a page: each part is of one push service, and a chain's parts come no faster than its share of what a service takes.
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

/** Introductions that wait for the end of a night are spread over so long after it: else those of a timezone would go at once. */
const MORNING_SECONDS = 600;

/** A moment of that time, by chance. @param chance from 0 to below 1 */
export const afterNight = (chance: number): number => Math.floor(chance * MORNING_SECONDS);
