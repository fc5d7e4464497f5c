import { describe, expect, it } from "vitest";
import { introductionsOf, toChains } from "~/core/notifications/notify";
import { CHAINS, PAGE_DEVICES, pacePage, SERVICE_PER_SECOND } from "~/core/notifications/pacing";

const FCM = "https://fcm.googleapis.com/fcm/send/";
const APPLE = "https://web.push.apple.com/";
const MOZILLA = "https://updates.push.services.mozilla.com/wpush/v2/";
const EDGE = ["https://wns2-a.notify.windows.com/w/", "https://wns2-b.notify.windows.com/w/"];

/** Sends to all devices in virtual time: a chain begins its next page after `nextSeconds`, and sends each part after its delay. */
function fanOut(devices: number, endpointOf: (i: number) => string) {
  const perSecond = new Map<string, number[]>();
  let sent = 0;
  let last = 0;
  const perChain = devices / CHAINS.length;
  for (let chain = 0; chain < CHAINS.length; chain++) {
    let now = 0;
    for (let start = 0; start < perChain; start += PAGE_DEVICES) {
      const page = Array.from({ length: Math.min(PAGE_DEVICES, perChain - start) }, (_, i) => ({
        endpoint: endpointOf(chain * perChain + start + i),
      }));
      const { parts, nextSeconds } = pacePage(page);
      for (const part of parts) {
        const second = now + part.delaySeconds;
        const [endpoint = ""] = part.devices.map((device) => device.endpoint);
        const service = endpoint.split(/[/.]/).slice(-4, -2).join();
        const counts = perSecond.get(service) ?? [];
        counts[second] = (counts[second] ?? 0) + part.devices.length;
        perSecond.set(service, counts);
        sent += part.devices.length;
        last = Math.max(last, second);
      }
      now += nextSeconds;
    }
  }
  const busiest = Math.max(...[...perSecond.values()].flatMap((counts) => counts.filter(Boolean)));
  return { sent, last, busiest };
}

describe("notifications to a million devices", () => {
  it.each([
    ["of one service alone", () => FCM],
    ["of four services", (i: number) => [FCM, FCM, APPLE, MOZILLA, EDGE[i % 2] ?? ""][i % 5] ?? ""],
    ["of two services", (i: number) => (i % 2 === 0 ? FCM : APPLE)],
  ])(
    "notifications to a million devices %s take under 15 minutes, and no service gets more than it takes",
    (_, endpointOf) => {
      const { sent, last, busiest } = fanOut(1_000_000, endpointOf);
      expect(sent).toBe(1_000_000);
      expect(last).toBeLessThan(15 * 60);
      expect(busiest).toBeLessThanOrEqual(SERVICE_PER_SECOND);
    },
  );
});

describe("a page of devices", () => {
  it("a page of devices is cut into parts of one service each, with all hosts of a service together", () => {
    const page = [FCM, ...EDGE, APPLE, ...EDGE].map((endpoint) => ({ endpoint }));
    const { parts, nextSeconds } = pacePage(page);
    expect(parts.map(({ devices }) => devices.map(({ endpoint }) => endpoint))).toEqual([
      [FCM],
      [...EDGE, ...EDGE],
      [APPLE],
    ]);
    expect(parts.map(({ delaySeconds }) => delaySeconds)).toEqual([0, 0, 0]);
    expect(nextSeconds).toBe(10);
  });

  it("an empty page sends nothing", () => {
    expect(pacePage([])).toEqual({ parts: [], nextSeconds: 10 });
  });
});

describe("the chains of a fan-out", () => {
  it("exactly one chain of a fan-out has each id, whatever the id begins with", () => {
    const chains = toChains(introductionsOf("run")).flatMap((one) =>
      one.kind === "introductions" ? [one] : [],
    );
    expect(chains).toHaveLength(32);
    for (const id of ["0", "0a", "1", "1a", "i", "ij", "z", "zz", "device-1", "~", "A", "-"]) {
      const holders = chains.filter(
        ({ after, until }) => id > after && (until === undefined || id <= until),
      );
      expect(holders, id).toHaveLength(1);
    }
  });
});
