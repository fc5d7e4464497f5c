import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Geocoder } from "~/core/profile/geocoder";
import { createRecordingLogger } from "~/tests/support/recording-logger";
import { createEmbeddedGeocoder } from "~/worker/adapters/geo/embedded-geocoder";
import {
  createRemoteGeocoder,
  type GeocodingServices,
} from "~/worker/adapters/geo/remote-geocoder";
import { createDiskAssets } from "./places-asset";

const JULY = Date.UTC(2026, 6, 15);
const BERLIN = { latitude: 52.520008, longitude: 13.404954 };
const EMBEDDED = { location: "Berlin, State of Berlin, Germany", timezone: "UTC+02:00" };

type Answer = (response: ServerResponse) => void;

const json =
  (body: unknown, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };
const raw =
  (body: string): Answer =>
  (response) => {
    response.writeHead(200, { "Content-Type": "application/json" }).end(body);
  };

/** All tests share these assets, so that the file is parsed once. */
const assets = createDiskAssets();

let server: Server;
let base: string;
let requests: IncomingMessage[] = [];
let place: Answer;
let zone: Answer;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    const path = new URL(request.url ?? "/", "http://service").pathname;
    if (path.endsWith("/reverse")) place(response);
    else if (path.endsWith("/v2.1/get-time-zone")) zone(response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

beforeEach(() => {
  requests = [];
  place = json({ address: { city: "Köpenick", state: "Brandenburg", country: "Deutschland" } });
  zone = json({ status: "OK", gmtOffset: 3_600, zoneName: "Europe/Berlin" });
});

function create(services: GeocodingServices, timeoutMs?: number) {
  const { logger, entries } = createRecordingLogger();
  const clock = { now: () => JULY };
  const fallback: Geocoder = createEmbeddedGeocoder({ assets, clock, logger });
  const geocoder = createRemoteGeocoder(services, { fallback, clock, logger, timeoutMs });
  return { geocoder, entries };
}

const both = () => create({ NOMINATIM_URL: base, TIMEZONEDB_URL: base, TIMEZONEDB_KEY: "s3cret" });

describe("the remote geocoder", () => {
  it("the remote geocoder takes the name from one service and the offset from the other", async () => {
    const { geocoder, entries } = both();
    expect(await geocoder.locate(BERLIN)).toEqual({
      location: "Köpenick, Brandenburg, Deutschland",
      timezone: "UTC+01:00",
    });
    expect(entries).toEqual([]);
  });

  it("the requests have the services' form, three decimals of a degree and no cookie", async () => {
    await both().geocoder.locate(BERLIN);
    const urls = requests.map((request) => new URL(request.url ?? "", base));
    const reverse = urls.find(({ pathname }) => pathname === "/reverse");
    const timezone = urls.find(({ pathname }) => pathname === "/v2.1/get-time-zone");
    expect(urls).toHaveLength(2);
    expect(Object.fromEntries(reverse?.searchParams ?? [])).toEqual({
      format: "jsonv2",
      zoom: "10",
      "accept-language": "en",
      lat: "52.520",
      lon: "13.405",
    });
    expect(Object.fromEntries(timezone?.searchParams ?? [])).toEqual({
      key: "s3cret",
      format: "json",
      by: "position",
      lat: "52.520",
      lng: "13.405",
    });
    for (const request of requests) {
      expect(request.headers["user-agent"]).toBe("Happenstance");
      expect(request.headers.cookie).toBeUndefined();
    }
  });

  it("a base URL keeps its path, with or without a slash at its end", async () => {
    for (const NOMINATIM_URL of [`${base}/geo`, `${base}/geo/`]) {
      requests = [];
      await create({ NOMINATIM_URL }).geocoder.locate(BERLIN);
      expect(requests.map(({ url }) => url?.split("?")[0])).toEqual(["/geo/reverse"]);
    }
  });

  it("the remote geocoder requests only the service whose URL is set", async () => {
    expect(await create({ NOMINATIM_URL: base }).geocoder.locate(BERLIN)).toEqual({
      location: "Köpenick, Brandenburg, Deutschland",
      timezone: EMBEDDED.timezone,
    });
    expect(await create({ TIMEZONEDB_URL: base }).geocoder.locate(BERLIN)).toEqual({
      location: EMBEDDED.location,
      timezone: "UTC+01:00",
    });
    expect(requests.map(({ url }) => url?.split("?")[0])).toEqual([
      "/reverse",
      "/v2.1/get-time-zone",
    ]);
  });

  it.each([
    [{ city: "A", town: "B", village: "C", state: "S", county: "K", country: "L" }, "A, S, L"],
    [{ town: "B", village: "C", county: "K", country: "L" }, "B, K, L"],
    [{ village: "C", state: "S" }, "C, S"],
    [{ country: "L" }, "L"],
    [{ city: "  ", town: "B", country: "L" }, "B, L"],
    [{ city: null, town: 7, village: "C", country: "L" }, "C, L"],
    [{ city: "x".repeat(200), country: "L" }, "x".repeat(120)],
    [{ city: "😀".repeat(200) }, "😀".repeat(120)],
  ])("the remote geocoder builds the location from the address %j", async (address, location) => {
    place = json({ address });
    const { geocoder, entries } = both();
    expect((await geocoder.locate(BERLIN)).location).toBe(location);
    expect(entries).toEqual([]);
  });

  it("the embedded geocoder names the place if the service's address has no town, region or country", async () => {
    place = json({ address: { postcode: "10115" } });
    expect((await both().geocoder.locate(BERLIN)).location).toBe(EMBEDDED.location);
  });

  it.each([
    [{ status: "OK", gmtOffset: -9_000, zoneName: "America/St_Johns" }, "UTC-03:30"],
    [{ status: "OK", gmtOffset: 49_500, zoneName: "Pacific/Chatham" }, "UTC+12:45"],
    [{ status: "OK", gmtOffset: 0 }, "UTC+00:00"],
    [{ status: "OK", gmtOffset: -43_200 }, "UTC-12:00"],
    [{ status: "OK", gmtOffset: 20_700, zoneName: 7 }, "UTC+05:45"],
    // The offset is none of the 38 timezones, and the zone is not known. So the embedded geocoder
    // answers.
    [{ status: "OK", gmtOffset: 1_234, zoneName: "" }, EMBEDDED.timezone],
    [{ status: "OK", gmtOffset: -9_000, zoneName: "Mars/Olympus_Mons" }, EMBEDDED.timezone],
    [{ status: "OK", gmtOffset: 9e15 }, EMBEDDED.timezone],
  ])("the remote geocoder reads the answer %j as %s", async (answer, timezone) => {
    zone = json(answer);
    const { geocoder, entries } = both();
    expect((await geocoder.locate(BERLIN)).timezone).toBe(timezone);
    expect(entries).toEqual([]);
  });

  it("the remote geocoder searches cities without a request", async () => {
    const [city] = await both().geocoder.searchCities("Berl", 1);
    expect(city?.location).toBe(EMBEDDED.location);
    expect(requests).toEqual([]);
  });
});

describe("a service that fails", () => {
  const failures: [string, Answer, string][] = [
    ["answers 500", json({ error: "down" }, 500), "ServiceStatusError"],
    ["answers 429", json({ error: "too many" }, 429), "ServiceStatusError"],
    ["answers no JSON", raw("<html>busy</html>"), "SyntaxError"],
    ["answers nothing", raw(""), "SyntaxError"],
    ["answers null", raw("null"), "ZodError"],
    ["answers a list", json([1, 2]), "ZodError"],
    [
      "answers an error with 200",
      json({ error: "Unable to geocode", status: "FAILED" }),
      "ZodError",
    ],
    [
      "answers in other types",
      json({ address: "Berlin", status: "OK", gmtOffset: "3600" }),
      "ZodError",
    ],
    ["hangs up", (response) => response.destroy(), "TypeError"],
    [
      "redirects to another address",
      (response) => response.writeHead(302, { Location: `${base}/elsewhere/reverse` }).end(),
      "ServiceStatusError",
    ],
  ];

  it.each(failures)(
    "a service that %s does not affect the answer of the other",
    async (_, answer, reason) => {
      place = answer;
      const first = both();
      expect(await first.geocoder.locate(BERLIN)).toEqual({
        location: EMBEDDED.location,
        timezone: "UTC+01:00",
      });
      expect(first.entries).toEqual([
        {
          level: "warn",
          event: "geocoder.service_failed",
          fields: expect.objectContaining({ service: "nominatim", reason }),
        },
      ]);

      place = json({ address: { city: "Köpenick" } });
      zone = answer;
      const second = both();
      expect(await second.geocoder.locate(BERLIN)).toEqual({
        location: "Köpenick",
        timezone: EMBEDDED.timezone,
      });
      expect(second.entries.map(({ fields }) => fields?.service)).toEqual(["timezonedb"]);
    },
  );

  const silences: [string, Answer][] = [
    ["never answers", () => {}],
    ["never ends its answer", (response) => void response.writeHead(200).write('{"address":')],
  ];

  it.each(silences)("a service that %s is given up after the timeout", async (_, answer) => {
    place = answer;
    zone = answer;
    const { geocoder, entries } = create({ NOMINATIM_URL: base, TIMEZONEDB_URL: base }, 100);
    expect(await geocoder.locate(BERLIN)).toEqual(EMBEDDED);
    expect(entries.map(({ fields }) => fields?.reason)).toEqual(["TimeoutError", "TimeoutError"]);
  });

  it("the embedded geocoder answers if a service can't be reached or has an invalid URL", async () => {
    for (const url of ["http://127.0.0.1:1", "not a url", "ftp://127.0.0.1/"]) {
      const { geocoder, entries } = create({ NOMINATIM_URL: url, TIMEZONEDB_URL: url });
      expect(await geocoder.locate(BERLIN)).toEqual(EMBEDDED);
      expect(entries).toHaveLength(2);
    }
  });

  it("the log of a failed service has no coordinates, no key and no URL", async () => {
    const everything: unknown[] = [];
    for (const [, answer] of failures) {
      place = answer;
      zone = answer;
      const { geocoder, entries } = both();
      await geocoder.locate(BERLIN);
      everything.push(...entries);
    }
    expect(everything).toHaveLength(2 * failures.length);
    expect(JSON.stringify(everything)).not.toMatch(/52\.5|13\.4|s3cret|127\.0\.0\.1/);
  });
});
