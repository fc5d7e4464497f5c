import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOCATION_MAX_LENGTH } from "~/core/shared/constants";
import { containsCoordinates } from "~/core/shared/coordinates";
import { isKnownZone } from "~/core/shared/timezones";
import { foldName } from "~/worker/adapters/geo/fold-name";
import {
  findPlaceAt,
  type Place,
  type Places,
  placeText,
  searchPlaces,
} from "~/worker/adapters/geo/places";
import { loadPlaces, readPlacesFile } from "./places-asset";

const file = loadPlaces();

function search(query: string, limit = 5): string[] {
  return searchPlaces(file, query, limit).map((place) => placeText(file, place));
}

interface Point {
  name?: string;
  latitude: number;
  longitude: number;
  population?: number;
}

const build = (list: readonly Point[]): Places => ({
  areas: ["X"],
  zones: ["UTC"],
  places: list.map(({ name = "P", latitude, longitude, population = 10_000 }): Place => {
    return [name, `|${foldName(name)}`, latitude, longitude, population, 0, 0];
  }),
});

const kmTo = (point: { latitude: number; longitude: number }, [, , latitude, longitude]: Place) =>
  greatCircleKm([latitude, longitude], [point.latitude, point.longitude]);

/** Computes kilometres by the law of cosines. The code under test uses another formula. */
function greatCircleKm(a: [number, number], b: [number, number]): number {
  const [latA, lonA, latB, lonB] = [...a, ...b].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
    number,
  ];
  const cosine =
    Math.sin(latA) * Math.sin(latB) + Math.cos(latA) * Math.cos(latB) * Math.cos(lonA - lonB);
  return 6371.0088 * Math.acos(Math.min(1, Math.max(-1, cosine)));
}

describe("the nearest place", () => {
  const coordinates = fc.record({
    // Many of the points are near the poles and the date line, where a search by degrees easily fails.
    latitude: fc.oneof(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.constantFrom(-90, 90, 89.99, -89.5, 0, -0),
    ),
    longitude: fc.oneof(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.constantFrom(-180, 180, 179.9, -179.95, 0, -0),
    ),
  });

  it("anywhere on earth, the nearest place is the one that a comparison with every place finds", () => {
    fc.assert(
      fc.property(
        fc.array(coordinates, { minLength: 1, maxLength: 40 }),
        coordinates,
        fc.integer({ min: 1, max: 20_000 }),
        (list, point, maxKm) => {
          const built = build(list);
          const distances = list.map((place) =>
            greatCircleKm([place.latitude, place.longitude], [point.latitude, point.longitude]),
          );
          const least = Math.min(...distances);
          const found = findPlaceAt(built, point, maxKm);
          // The two formulas differ by up to 50 m.
          if (least < maxKm - 0.05) {
            expect(found && kmTo(point, found)).toBeCloseTo(least, 1);
          }
          if (least > maxKm + 0.05) expect(found).toBeUndefined();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("the nearest place is found across the date line and over a pole", () => {
    const built = build([
      { name: "East", latitude: -17, longitude: 179.9 },
      { name: "North", latitude: 89.8, longitude: 10 },
    ]);
    const nameAt = (latitude: number, longitude: number, maxKm: number) =>
      findPlaceAt(built, { latitude, longitude }, maxKm)?.[0];
    expect(nameAt(-17, -179.9, 50)).toBe("East");
    expect(nameAt(89.8, -170, 50)).toBe("North");
    expect(nameAt(90, 0, 30)).toBe("North");
    expect(nameAt(90, 0, 20)).toBeUndefined();
  });

  it("no place is found in an empty file, or for a point whose latitude is not a number", () => {
    expect(findPlaceAt(build([]), { latitude: 0, longitude: 0 }, 20_000)).toBeUndefined();
    expect(findPlaceAt(file, { latitude: Number.NaN, longitude: 0 }, 100)).toBeUndefined();
  });
});

describe("the search by another name", () => {
  it.each([
    ["München", "Munich, Bavaria, Germany"],
    ["Munich", "Munich, Bavaria, Germany"],
    ["Cologne", "Köln, North Rhine-Westphalia, Germany"],
    ["Wien", "Vienna, Vienna, Austria"],
    ["Praha", "Prague, Prague, Czechia"],
    ["Firenze", "Florence, Tuscany, Italy"],
    ["Cracow", "Kraków, Lesser Poland, Poland"],
    ["Lisboa", "Lisbon, Lisbon, Portugal"],
    ["København", "Copenhagen, Capital Region, Denmark"],
    ["Aarhus", "Århus, Central Jutland, Denmark"],
    ["Москва", "Moscow, Moscow, Russia"],
    ["Київ", "Kyiv"],
    ["Београд", "Belgrade"],
    ["Αθήνα", "Athens, Attica, Greece"],
    ["大阪", "Osaka, Osaka, Japan"],
    ["東京", "Tokyo, Tokyo, Japan"],
    ["上海", "Shanghai, Shanghai, China"],
    ["서울", "Seoul, Seoul, South Korea"],
    ["القاهرة", "Cairo, Cairo, Egypt"],
    ["קריית גת", "Kiryat Gat"],
    ["मुंबई", "Mumbai, Maharashtra, India"],
    ["กรุงเทพ", "Bangkok"],
  ])("a search for '%s' finds %s", (query, expected) => {
    expect(search(query, 1)[0]).toMatch(new RegExp(`^${expected}`));
  });

  it("a place is listed once even if several of its names match", () => {
    const found = searchPlaces(file, "mun", 1_000);
    expect(new Set(found).size).toBe(found.length);
    expect(found.map(([name]) => name)).toContain("Munich");
  });
});

describe("the place at a point", () => {
  it("each place is found at its own centre, unless another place has the same centre", () => {
    const centres = Map.groupBy(
      file.places,
      ([, , latitude, longitude]) => `${latitude} ${longitude}`,
    );
    const alone = [...centres.values()].flatMap(([place, ...more]) =>
      more.length > 0 ? [] : place ? [place] : [],
    );
    expect(alone.length).toBeGreaterThan(45_000);
    // Each call compares all places, so testing the whole file would take minutes.
    for (const place of alone.filter((_, i) => i % 50 === 0)) {
      const [, , latitude, longitude] = place;
      if (findPlaceAt(file, { latitude, longitude }, 100) !== place) {
        expect.fail(`${placeText(file, place)} is not found at its centre`);
      }
    }
  });

  it("a point in a city's outskirts belongs to the city, but a point close to a hamlet belongs to the hamlet", () => {
    const built = build([
      { name: "City", latitude: 50, longitude: 8, population: 1_000_000 },
      { name: "Hamlet", latitude: 50, longitude: 8.15, population: 1_000 },
    ]);
    const nameAt = (longitude: number) => findPlaceAt(built, { latitude: 50, longitude }, 100)?.[0];
    // This point is 6.4 km from the city and 4.3 km from the hamlet.
    expect(nameAt(8.09)).toBe("City");
    expect(nameAt(8.14)).toBe("Hamlet");
    expect(nameAt(8.18)).toBe("Hamlet");
  });

  it("no place is found at a point that is too far from every place", () => {
    const point = { latitude: 0, longitude: -30 };
    expect(findPlaceAt(file, point, 100)).toBeUndefined();
  });
});

describe("the city search", () => {
  it.each([
    ["berl", "Berlin, State of Berlin, Germany"],
    ["new york", "New York City, New York, United States"],
    ["sao pau", "São Paulo, São Paulo, Brazil"],
    ["SÃO PAU", "São Paulo, São Paulo, Brazil"],
    ["st. john's", "St. John's, Newfoundland and Labrador, Canada"],
    ["zur", "Zürich, Zurich, Switzerland"],
    ["reykjavik", "Reykjavík, Capital Region, Iceland"],
    ["l’aquila", "L'Aquila, Abruzzo, Italy"],
    ["par", "Paris, Île-de-France, France"],
    ["paris, tex", "Paris, Texas, United States"],
    ["paris, united", "Paris, Texas, United States"],
    ["paris,", "Paris, Île-de-France, France"],
    ["springfield, illinois, united states", "Springfield, Illinois, United States"],
    ["auck", "Auckland, Auckland, New Zealand"],
  ])("the search for %j lists %s first", (query, expected) => {
    expect(search(query)[0]).toBe(expected);
  });

  it("the search ranks cities by population", () => {
    expect(search("sh", 3)).toEqual([
      "Shanghai, Shanghai, China",
      "Shenzhen, Guangdong, China",
      "Shenyang, Liaoning, China",
    ]);
  });

  it("the search finds nothing for an empty or unknown query, or a limit below one", () => {
    for (const query of ["", "  ", ",", "'", ", France", "zzzzz", "Paris, Atlantis", "\uffff"]) {
      expect(search(query), query).toEqual([]);
    }
    expect(search("berlin", 0)).toEqual([]);
    expect(search("berlin", -1)).toEqual([]);
  });

  it("the search finds the cities that a scan of all names finds", () => {
    const begins = ([, names]: Place, query: string) =>
      names
        .slice(1)
        .split("|")
        .some((name) => name.startsWith(query));
    const populations = (list: Place[]) => list.map(([, , , , population]) => population);
    fc.assert(
      fc.property(
        fc.constantFrom(...file.places),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 20 }),
        ([, names], length, limit) => {
          const query = (names.split("|").at(-1) ?? "").slice(0, length).trim();
          const expected = file.places.filter((place) => begins(place, query));
          const found = searchPlaces(file, query, limit);
          expect(new Set(found).size).toBe(found.length);
          expect(found.every((place) => begins(place, query))).toBe(true);
          expect(populations(found)).toEqual(
            populations(expected)
              .sort((a, b) => b - a)
              .slice(0, limit),
          );
        },
      ),
    );
  });
});

describe("the shipped places", () => {
  const { places, areas, zones } = file;

  it("the shipped file has over 45,000 places, the largest first, in less than 4 MB", () => {
    expect(places.length).toBeGreaterThan(45_000);
    expect(Buffer.byteLength(readPlacesFile())).toBeLessThan(4_000_000);
    const populations = places.map(([, , , , population]) => population);
    expect(populations).toEqual([...populations].sort((a, b) => b - a));
    const countries = new Set(areas.map((area) => area.split(", ").at(-1) ?? ""));
    expect(countries.size).toBeGreaterThan(230);
    expect([...countries]).toEqual(
      expect.arrayContaining(["Germany", "Kosovo", "Tuvalu", "Türkiye"]),
    );
  });

  it("texts of shipped places fit the location field and are not taken for coordinates", () => {
    const texts = places.map((place) => placeText(file, place));
    expect(texts.filter(containsCoordinates)).toEqual([]);
    expect(texts.filter((text) => [...text].length > LOCATION_MAX_LENGTH)).toEqual([]);
    expect(texts.filter((text) => text !== text.trim() || /, ,|\s{2}/.test(text))).toEqual([]);
  });

  it("the shipped places have points on earth, known areas and zones, and names that are folded for the search", () => {
    expect(zones.filter((zone) => !isKnownZone(zone))).toEqual([]);
    const wrong = places.filter(
      ([name, names, latitude, longitude, , area, zone]) =>
        !names.startsWith(`|${foldName(name)}`) ||
        !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) ||
        areas[area] === undefined ||
        zones[zone] === undefined,
    );
    expect(wrong).toEqual([]);
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
