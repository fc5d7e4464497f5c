import { describe, expect, it } from "vitest";
import type { Logger } from "~/core/shared/logger";
import { TIMEZONE_OPTIONS } from "~/core/shared/timezones";
import { createRecordingLogger } from "~/tests/support/recording-logger";
import { createGeocoder } from "~/worker/adapters/geo/create-geocoder";
import { createEmbeddedGeocoder } from "~/worker/adapters/geo/embedded-geocoder";
import { createDiskAssets, readPlacesFile } from "./places-asset";

const JANUARY = Date.UTC(2026, 0, 15);
const JULY = Date.UTC(2026, 6, 15);

const silent: Logger = { info() {}, warn() {}, error() {} };
const assets = createDiskAssets();
const geocoderAt = (now: number) =>
  createEmbeddedGeocoder({ assets, clock: { now: () => now }, logger: silent });

/** City centres from atlases, with their offsets on 15 January 2026. */
const CITIES: [latitude: number, longitude: number, location: string, timezone: string][] = [
  [51.5074, -0.1278, "London, England, United Kingdom", "UTC+00:00"],
  [48.8566, 2.3522, "Paris, Île-de-France, France", "UTC+01:00"],
  [52.52, 13.405, "Berlin, State of Berlin, Germany", "UTC+01:00"],
  [48.1351, 11.582, "Munich, Bavaria, Germany", "UTC+01:00"],
  [40.4168, -3.7038, "Madrid, Madrid, Spain", "UTC+01:00"],
  [41.9028, 12.4964, "Rome, Lazio, Italy", "UTC+01:00"],
  [43.2965, 5.3698, "Marseille, Provence-Alpes-Côte d'Azur, France", "UTC+01:00"],
  [55.7558, 37.6173, "Moscow, Moscow, Russia", "UTC+03:00"],
  [64.1466, -21.9426, "Reykjavík, Capital Region, Iceland", "UTC+00:00"],
  [41.0082, 28.9784, "Istanbul, Istanbul, Türkiye", "UTC+03:00"],
  [30.0444, 31.2357, "Cairo, Cairo, Egypt", "UTC+02:00"],
  [6.5244, 3.3792, "Lagos, Lagos, Nigeria", "UTC+01:00"],
  [-1.2921, 36.8219, "Nairobi, Nairobi County, Kenya", "UTC+03:00"],
  [-26.2041, 28.0473, "Johannesburg, Gauteng, South Africa", "UTC+02:00"],
  [35.6762, 139.6503, "Tokyo, Tokyo, Japan", "UTC+09:00"],
  [19.076, 72.8777, "Mumbai, Maharashtra, India", "UTC+05:30"],
  [39.9042, 116.4074, "Beijing, Beijing, China", "UTC+08:00"],
  [27.7172, 85.324, "Kathmandu, Bagmati Province, Nepal", "UTC+05:45"],
  [1.3521, 103.8198, "Singapore, Singapore", "UTC+08:00"],
  [35.6892, 51.389, "Tehran, Tehran, Iran", "UTC+03:30"],
  [34.5553, 69.2075, "Kabul, Kabul, Afghanistan", "UTC+04:30"],
  [16.8409, 96.1735, "Yangon, Yangon, Myanmar", "UTC+06:30"],
  [40.7128, -74.006, "New York City, New York, United States", "UTC-05:00"],
  [41.8781, -87.6298, "Chicago, Illinois, United States", "UTC-06:00"],
  [34.0522, -118.2437, "Los Angeles, California, United States", "UTC-08:00"],
  [21.3069, -157.8583, "Honolulu, Hawaii, United States", "UTC-10:00"],
  [43.6532, -79.3832, "Toronto, Ontario, Canada", "UTC-05:00"],
  [47.5615, -52.7126, "St. John's, Newfoundland and Labrador, Canada", "UTC-03:30"],
  [19.4326, -99.1332, "Mexico City, Mexico City, Mexico", "UTC-06:00"],
  [-23.5505, -46.6333, "São Paulo, São Paulo, Brazil", "UTC-03:00"],
  [-34.6037, -58.3816, "Buenos Aires, Buenos Aires F.D., Argentina", "UTC-03:00"],
  [-33.4489, -70.6693, "Santiago, Santiago Metropolitan, Chile", "UTC-03:00"],
  [-33.8688, 151.2093, "Sydney, New South Wales, Australia", "UTC+11:00"],
  [-34.9285, 138.6007, "Adelaide, South Australia, Australia", "UTC+10:30"],
  [-36.8485, 174.7633, "Auckland, Auckland, New Zealand", "UTC+13:00"],
  [-8.9101, -140.0997, "Taiohae, Marquesas Islands, French Polynesia", "UTC-09:30"],
];

describe("the embedded geocoder", () => {
  it.each(CITIES)(
    "the embedded geocoder locates %d, %d in %s",
    async (latitude, longitude, location, timezone) => {
      expect(await geocoderAt(JANUARY).locate({ latitude, longitude })).toEqual({
        location,
        timezone,
      });
    },
  );

  it.each([
    ["El Paso", 31.7619, -106.485, "Texas, United States", "UTC-06:00"],
    ["Ciudad Juárez", 31.7357, -106.4833, "Chihuahua, Mexico", "UTC-06:00"],
    ["Detroit", 42.3314, -83.0458, "Michigan, United States", "UTC-04:00"],
    ["Windsor", 42.2894, -83.0358, "Ontario, Canada", "UTC-04:00"],
    ["Strasbourg", 48.5734, 7.7521, "Grand Est, France", "UTC+02:00"],
    ["Kehl", 48.5728, 7.8147, "Baden-Wurttemberg, Germany", "UTC+02:00"],
    ["Monte-Carlo", 43.7396, 7.4273, "Municipality of Monaco, Monaco", "UTC+02:00"],
    ["Vatican City", 41.9022, 12.4533, "Vatican City", "UTC+02:00"],
    ["Narva", 59.3772, 28.1903, "Ida-Virumaa, Estonia", "UTC+03:00"],
    ["Tornio", 65.8481, 24.1466, "Lapland, Finland", "UTC+03:00"],
    ["Haparanda", 65.8355, 24.1368, "Norrbotten, Sweden", "UTC+02:00"],
  ])(
    "the embedded geocoder separates neighbours across a border: %s",
    async (city, latitude, longitude, rest, timezone) => {
      const place = await geocoderAt(JULY).locate({ latitude, longitude });
      expect(place.location.startsWith(`${city}, `)).toBe(true);
      expect(place.location.endsWith(rest)).toBe(true);
      expect(place.timezone).toBe(timezone);
    },
  );

  it.each([
    ["the north pole", 90, 0, "Location at 90.0000, 0.0000"],
    ["the south pole", -90, 135, "Location at -90.0000, 135.0000"],
    ["the Gulf of Guinea", 0, 0, "Location at 0.0000, 0.0000"],
    ["negative zeros", -0, -0, "Location at 0.0000, 0.0000"],
    ["the Atlantic", 30, -40, "Location at 30.0000, -40.0000"],
    ["the sea off Newfoundland", 47.5, -49.5, "Location at 47.5000, -49.5000"],
    ["the date line, from the east", 16.5, -180, "Location at 16.5000, -180.0000"],
    ["the date line, from the west", 16.5, 180, "Location at 16.5000, 180.0000"],
    ["the inland of Greenland", 72, -40, "Location at 72.0000, -40.0000"],
  ])(
    "the embedded geocoder names %s by its coordinates and gives no timezone",
    async (_, latitude, longitude, location) => {
      expect(await geocoderAt(JULY).locate({ latitude, longitude })).toEqual({
        location,
        timezone: null,
      });
    },
  );

  it("the embedded geocoder finds a place on the other side of the date line", async () => {
    // Both points are near Taveuni in Fiji, one on each side of the date line. The nearest town,
    // Labasa, is about 70 km to the west.
    const east = await geocoderAt(JULY).locate({ latitude: -16.6, longitude: -179.95 });
    const west = await geocoderAt(JULY).locate({ latitude: -16.6, longitude: 179.95 });
    expect(east.location).toContain("Fiji");
    expect(east).toEqual(west);
    expect(east.timezone).toBe("UTC+12:00");
  });

  it.each([
    ["America/St_Johns", 47.5615, -52.7126, "UTC-03:30", "UTC-03:30"],
    ["Pacific/Chatham", -43.953, -176.559, "UTC+12:45", "UTC+12:45"],
    ["Australia/Lord_Howe", -31.5553, 159.0821, "UTC+11:00", "UTC+10:30"],
    ["Europe/London", 51.5074, -0.1278, "UTC+00:00", "UTC+01:00"],
    ["America/Phoenix", 33.4484, -112.074, "UTC-07:00", "UTC-07:00"],
    ["America/Denver", 39.7392, -104.9903, "UTC-07:00", "UTC-06:00"],
  ])("the offset follows the season in %s", async (_, latitude, longitude, january, july) => {
    const point = { latitude, longitude };
    expect((await geocoderAt(JANUARY).locate(point)).timezone).toBe(january);
    expect((await geocoderAt(JULY).locate(point)).timezone).toBe(july);
  });

  it("the embedded geocoder applies zone changes that are newer than its data of 2020", async () => {
    // Aysén gave up Chile's winter time in 2025. Ciudad Juárez left the time of the other border
    // towns in 2022.
    const coyhaique = { latitude: -45.5752, longitude: -72.0662 };
    expect((await geocoderAt(JULY).locate(coyhaique)).timezone).toBe("UTC-03:00");
    const juarez = { latitude: 31.7357, longitude: -106.4833 };
    expect((await geocoderAt(JANUARY).locate(juarez)).timezone).toBe("UTC-07:00");
  });

  it("each of the 38 timezones is the answer for some point on earth", async () => {
    const reached = new Set<string | null>();
    for (const now of [JANUARY, JULY]) {
      const geocoder = geocoderAt(now);
      for (const [latitude, longitude] of [
        ...CITIES,
        [-14.278, -170.7025],
        [61.2181, -149.9003],
        [39.7392, -104.9903],
        [44.6488, -63.5752],
        [64.1814, -51.6941],
        [14.9215, -23.5087],
        [25.2048, 55.2708],
        [24.8607, 67.0011],
        [23.8103, 90.4125],
        [13.7563, 100.5018],
        [-31.6772, 128.8826],
        [-12.4634, 130.8456],
        [-27.4698, 153.0251],
        [-31.5553, 159.0821],
        [-22.2558, 166.4505],
        [-18.1416, 178.4419],
        [-43.953, -176.559],
        [1.8721, -157.4278],
      ] as const) {
        reached.add((await geocoder.locate({ latitude, longitude })).timezone);
      }
    }
    // Only Baker Island has UTC-12:00, and nobody lives there.
    expect([...reached, "UTC-12:00"].sort()).toEqual(
      TIMEZONE_OPTIONS.map(({ value }) => value).sort(),
    );
  });

  it("the city search returns each city with its coordinates and timezone", async () => {
    const [city, ...more] = await geocoderAt(JULY).searchCities("Kathm", 1);
    expect(more).toEqual([]);
    expect(city).toEqual({
      location: "Kathmandu, Bagmati Province, Nepal",
      latitude: expect.closeTo(27.7, 1),
      longitude: expect.closeTo(85.3, 1),
      timezone: "UTC+05:45",
    });
  });

  it("geocoders of several requests read the places file once", async () => {
    const disk = createDiskAssets();
    for (const longitude of [0, 10, 20]) {
      const geocoder = createGeocoder(
        { ASSETS: disk },
        { clock: { now: () => JULY }, logger: silent },
      );
      await geocoder.locate({ latitude: 50, longitude });
    }
    expect(disk.reads).toBe(1);
  });
});

describe("the embedded geocoder without its file", () => {
  const broken = {
    "is missing": () => Promise.resolve(new Response("Not found", { status: 404 })),
    "can't be reached": () => Promise.reject(new Error("Network connection lost")),
    "is another page": () => Promise.resolve(new Response("<!doctype html><title>Oops</title>")),
    "is cut off": () => Promise.resolve(new Response(readPlacesFile().slice(0, 500_000))),
  };

  it.each(Object.entries(broken))(
    "if its file %s, the geocoder gives no timezone and finds no city",
    async (_, fetch) => {
      const { logger, entries } = createRecordingLogger();
      const geocoder = createEmbeddedGeocoder({
        assets: { fetch },
        clock: { now: () => JULY },
        logger,
      });
      expect(await geocoder.locate({ latitude: 52.52, longitude: 13.405 })).toEqual({
        location: "Location at 52.5200, 13.4050",
        timezone: null,
      });
      expect(await geocoder.searchCities("Berlin", 5)).toEqual([]);
      expect(entries.map(({ event }) => event)).toEqual([
        "geocoder.places_unreadable",
        "geocoder.places_unreadable",
      ]);
      expect(JSON.stringify(entries)).not.toMatch(/52\.5|13\.4/);
    },
  );

  it("after its file could not be read, the geocoder reads it again in the next call", async () => {
    const disk = createDiskAssets();
    let down = true;
    const geocoder = createEmbeddedGeocoder({
      assets: {
        fetch: (url) => (down ? Promise.reject(new Error("down")) : disk.fetch(url)),
      },
      clock: { now: () => JULY },
      logger: silent,
    });
    const point = { latitude: 52.52, longitude: 13.405 };
    expect((await geocoder.locate(point)).location).toContain("Location at");
    down = false;
    expect((await geocoder.locate(point)).location).toContain("Berlin");
  });
});

describe("createGeocoder", () => {
  const unreachable = "ftp://127.0.0.1/";

  it.each([
    [{}, []],
    [{ NOMINATIM_URL: "", TIMEZONEDB_URL: "", TIMEZONEDB_KEY: "k" }, []],
    [{ NOMINATIM_URL: unreachable }, ["nominatim"]],
    [{ TIMEZONEDB_URL: unreachable }, ["timezonedb"]],
  ])("with the variables %j, the geocoder asks the services %j", async (variables, services) => {
    const { logger, entries } = createRecordingLogger();
    const deps = { clock: { now: () => JULY }, logger };
    await createGeocoder({ ASSETS: assets, ...variables }, deps).locate({
      latitude: 52.52,
      longitude: 13.405,
    });
    expect(entries.map(({ fields }) => fields?.service)).toEqual(services);
  });
});
