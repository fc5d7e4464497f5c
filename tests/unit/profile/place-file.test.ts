import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCATION_MAX_LENGTH } from "~/core/shared/constants";
import { containsCoordinates } from "~/core/shared/coordinates";
import { isKnownZone } from "~/core/shared/timezones";
import { encodePlaces, type PlaceRecord } from "~/tools/encode-places";
import { foldName } from "~/worker/adapters/geo/fold-name";
import {
  BAND_COUNT,
  bandOf,
  decodePlaces,
  nameOf,
  placeText,
  populationOf,
  UNITS_PER_DEGREE,
} from "~/worker/adapters/geo/place-file";
import { loadPlaces, readPlacesFile } from "./places-asset";

const records = fc.array(
  fc.record<PlaceRecord>({
    name: fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    population: fc.integer({ min: 0, max: 40_000_000 }),
    zone: fc.constantFrom("Europe/Berlin", "Asia/Tokyo", "Pacific/Apia"),
    region: fc.constantFrom("", "Bavaria", "Berlin"),
    country: fc.constantFrom("Germany", "Japan", "Samoa"),
  }),
  { maxLength: 60 },
);

function encode(list: readonly PlaceRecord[]): ArrayBuffer {
  return new Uint8Array(encodePlaces(list, foldName)).buffer;
}

const berlin: PlaceRecord = {
  name: "Berlin",
  latitude: 52.52437,
  longitude: 13.41053,
  population: 3_426_354,
  zone: "Europe/Berlin",
  region: "Berlin",
  country: "Germany",
};

describe("the places file", () => {
  it("the places file returns the records that were put in", () => {
    fc.assert(
      fc.property(records, (list) => {
        const places = decodePlaces(encode(list));
        const out = Array.from({ length: places.count }, (_, place) => {
          const [region = "", country = 0] = places.regions[places.regionOf[place] ?? 0] ?? [];
          return [
            nameOf(places, place),
            places.latitudes[place],
            places.longitudes[place],
            places.zones[places.zoneOf[place] ?? 0],
            region,
            places.countries[country],
          ].join("\t");
        });
        const expected = list.map((place) =>
          [
            // Half a surrogate pair becomes U+FFFD in UTF-8.
            new TextDecoder().decode(new TextEncoder().encode(place.name)),
            Math.round(place.latitude * UNITS_PER_DEGREE) + 0,
            Math.round(place.longitude * UNITS_PER_DEGREE) + 0,
            place.zone,
            place.region,
            place.country,
          ].join("\t"),
        );
        expect(out.sort()).toEqual(expected.sort());
      }),
    );
  });

  it("the places file sorts places by band of latitude, then from west to east, and names by their folded form", () => {
    fc.assert(
      fc.property(records, (list) => {
        const places = decodePlaces(encode(list));
        expect(places.bandStarts[0]).toBe(0);
        expect(places.bandStarts[BAND_COUNT]).toBe(places.count);
        for (let band = 0; band < BAND_COUNT; band += 1) {
          const start = places.bandStarts[band] ?? 0;
          const end = places.bandStarts[band + 1] ?? 0;
          expect(start).toBeLessThanOrEqual(end);
          for (let place = start; place < end; place += 1) {
            expect(bandOf(places.latitudes[place] ?? 0)).toBe(band);
            if (place > start) {
              expect(places.longitudes[place]).toBeGreaterThanOrEqual(
                places.longitudes[place - 1] ?? 0,
              );
            }
          }
        }
        const folded = [...places.nameOrder].map((place) => foldName(nameOf(places, place)));
        expect(folded).toEqual([...folded].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      }),
    );
  });

  it("the places file is the same whatever the order of the records", () => {
    const tokyo = {
      ...berlin,
      name: "Tokyo",
      latitude: 35.6895,
      longitude: 139.69,
      country: "Japan",
    };
    const apia = {
      ...berlin,
      name: "Apia",
      latitude: -13.83,
      longitude: -171.77,
      country: "Samoa",
    };
    expect(encode([berlin, tokyo, apia])).toEqual(encode([apia, tokyo, berlin]));
  });

  it("the places file keeps populations to 0.2 %", () => {
    for (const population of [5_000, 12_345, 3_426_354, 24_870_895, 40_000_000]) {
      const places = decodePlaces(encode([{ ...berlin, population }]));
      expect(Math.abs(populationOf(places, 0) / population - 1)).toBeLessThan(0.002);
    }
  });

  it.each([
    ["Berlin", "Germany", "Berlin, Berlin, Germany"],
    ["", "Germany", "Berlin, Germany"],
    ["Germany", "Germany", "Berlin, Germany"],
    ["Bavaria", "", "Berlin, Bavaria"],
    ["", "", "Berlin"],
  ])(
    "a place's text is its city, region and country, without an empty part or a region equal to the country (%j, %j)",
    (region, country, text) => {
      expect(placeText(decodePlaces(encode([{ ...berlin, region, country }])), 0)).toBe(text);
    },
  );

  it("decoding refuses bytes that are no places file, and a file that is cut off", () => {
    const whole = encode([berlin]);
    expect(() => decodePlaces(new ArrayBuffer(0))).toThrow("Not a places file");
    expect(() => decodePlaces(new TextEncoder().encode("<!doctype html>").buffer)).toThrow(
      "Not a places file",
    );
    for (const length of [8, 60, whole.byteLength - 8]) {
      expect(() => decodePlaces(whole.slice(0, length)), String(length)).toThrow("cut off");
    }
  });

  it("encoding refuses a name that is too long, and too many places", () => {
    expect(() => encode([{ ...berlin, name: "x".repeat(256) }])).toThrow("too long");
    expect(() => encode(Array.from({ length: 65_536 }, () => berlin))).toThrow("Too many");
  });
});

describe("the shipped places", () => {
  const places = loadPlaces();

  it("the shipped file has over 45,000 places in over 230 countries, and less than 2.5 MB", () => {
    expect(places.count).toBeGreaterThan(45_000);
    expect(readPlacesFile().byteLength).toBeLessThan(2_500_000);
    expect(places.countries.length).toBeGreaterThan(230);
    expect(places.countries).toEqual(
      expect.arrayContaining(["Germany", "Kosovo", "Tuvalu", "Türkiye"]),
    );
    expect(places.countries.filter((name) => name.length < 4)).toEqual([]);
  });

  it("the texts of the shipped places fit a location and are not taken for coordinates", () => {
    const texts = Array.from({ length: places.count }, (_, place) => placeText(places, place));
    expect(texts.filter(containsCoordinates)).toEqual([]);
    expect(texts.filter((text) => [...text].length > LOCATION_MAX_LENGTH)).toEqual([]);
    expect(texts.filter((text) => text !== text.trim() || /, ,|\s{2}/.test(text))).toEqual([]);
  });

  it("the shipped places have points on earth and known zones", () => {
    for (let place = 0; place < places.count; place += 1) {
      expect(Math.abs(places.latitudes[place] ?? 1e9)).toBeLessThanOrEqual(90 * UNITS_PER_DEGREE);
      expect(Math.abs(places.longitudes[place] ?? 1e9)).toBeLessThanOrEqual(180 * UNITS_PER_DEGREE);
    }
    expect(places.zones.filter((zone) => !isKnownZone(zone))).toEqual([]);
  });

  it("the shipped places are sorted by the folding that the search uses", () => {
    const folded = [...places.nameOrder].map((place) => foldName(nameOf(places, place)));
    const misplaced = folded.filter((name, at) => at > 0 && name < (folded[at - 1] ?? ""));
    expect(misplaced).toEqual([]);
    expect(new Set(places.nameOrder).size).toBe(places.count);
  });
});

describe("a folded name", () => {
  it.each([
    ["São José–do Rio", "sao jose do rio"],
    ["Łódź", "lodz"],
    ["Ærøskøbing", "aeroskobing"],
    ["Großenhain", "grossenhain"],
    ["L'Aquila", "laquila"],
    ["L’Aquila", "laquila"],
    ["St. John's", "st johns"],
    ["İstanbul", "istanbul"],
    ["Diyarbakır", "diyarbakir"],
    ["Ta‘izz", "taizz"],
    ["Nukuʻalofa", "nukualofa"],
    ["Winston-Salem", "winston salem"],
    ["  PARIS ", "paris"],
    ["ＴＯＫＹＯ", "tokyo"],
    ["東京", "東京"],
    ["'", ""],
  ])("the name %s is folded to %s", (name, folded) => {
    expect(foldName(name)).toBe(folded);
  });

  it("a folded name does not change if it is folded again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
    );
  });
});
