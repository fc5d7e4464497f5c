import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodePlaces, type PlaceRecord } from "~/tools/encode-places";
import { foldName } from "~/worker/adapters/geo/fold-name";
import {
  decodePlaces,
  nameOf,
  otherNameOf,
  placeText,
  UNITS_PER_DEGREE,
} from "~/worker/adapters/geo/place-file";
import { findPlaceAt, searchPlaces } from "~/worker/adapters/geo/place-index";
import { loadPlaces } from "./places-asset";

const places = loadPlaces();

function search(query: string, limit = 5): string[] {
  return searchPlaces(places, query, limit).map((place) => placeText(places, place));
}

function build(list: readonly Partial<PlaceRecord>[]) {
  const plain = { population: 10_000, zone: "UTC", region: "", country: "X" };
  return decodePlaces(
    new Uint8Array(
      encodePlaces(
        list.map((place, index) => ({
          name: `P${index}`,
          latitude: 0,
          longitude: 0,
          ...plain,
          ...place,
        })),
        foldName,
      ),
    ).buffer,
  );
}

/** Computes kilometres by the law of cosines, another formula than the one under test. */
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
    // Often near the poles and the date line, where windows of degrees go wrong.
    latitude: fc.oneof(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.constantFrom(-90, 90, 89.99, -89.5, 0, -0),
    ),
    longitude: fc.oneof(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.constantFrom(-180, 180, 179.9, -179.95, 0, -0),
    ),
  });

  it("the nearest place is the one that a comparison with every place finds, anywhere on earth", () => {
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
          // 50 m allow for the rounding of the file and of the other formula.
          if (least < maxKm - 0.05) {
            expect(Math.abs((found?.distanceKm ?? -1) - least)).toBeLessThan(0.05);
          }
          if (least > maxKm + 0.05) expect(found).toBeNull();
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
    const across = findPlaceAt(built, { latitude: -17, longitude: -179.9 }, 50);
    expect(across?.distanceKm).toBeCloseTo(21.3, 0);
    const over = findPlaceAt(built, { latitude: 89.8, longitude: -170 }, 50);
    expect(over?.distanceKm).toBeCloseTo(44.5, 0);
    expect(findPlaceAt(built, { latitude: 90, longitude: 0 }, 30)?.distanceKm).toBeCloseTo(22.2, 0);
  });

  it("there is no nearest place in an empty file, or to a point without a latitude", () => {
    expect(findPlaceAt(build([]), { latitude: 0, longitude: 0 }, 20_000)).toBeNull();
    expect(findPlaceAt(places, { latitude: Number.NaN, longitude: 0 }, 100)).toBeNull();
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
  ])("'%s' finds %s", (query, expected) => {
    expect(search(query, 1)[0]).toMatch(new RegExp(`^${expected}`));
  });

  it("a place that several of its names find is listed once", () => {
    const built = build([
      { name: "Munich", otherNames: ["München", "Muenchen", "Munchen", "Mun"] },
      { name: "Münchenstein", population: 5 },
    ]);
    expect(searchPlaces(built, "mun", 5)).toEqual([0, 1]);
    expect(built.otherCount).toBe(2);
  });
});

describe("the place at a point", () => {
  it("the place at a centre is that place, unless two places share the centre", () => {
    const seen = new Map<string, number>();
    for (let place = 0; place < places.count; place += 1) {
      const key = `${places.latitudes[place]} ${places.longitudes[place]}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    let checked = 0;
    for (let place = 0; place < places.count; place += 1) {
      const latitude = places.latitudes[place] ?? 0;
      const longitude = places.longitudes[place] ?? 0;
      if (seen.get(`${latitude} ${longitude}`) !== 1) continue;
      const point = {
        latitude: latitude / UNITS_PER_DEGREE,
        longitude: longitude / UNITS_PER_DEGREE,
      };
      if (findPlaceAt(places, point, 100)?.place !== place) {
        expect.fail(`${placeText(places, place)} is not found at its centre`);
      }
      checked += 1;
    }
    expect(checked).toBeGreaterThan(45_000);
  });

  it("a point belongs to the city in its outskirts, and to the hamlet close to the hamlet", () => {
    const built = build([
      { name: "City", latitude: 50, longitude: 8, population: 1_000_000 },
      { name: "Hamlet", latitude: 50, longitude: 8.15, population: 1_000 },
    ]);
    const nameAt = (longitude: number) => {
      const found = findPlaceAt(built, { latitude: 50, longitude }, 100);
      return found && nameOf(built, found.place);
    };
    // 6.4 km from the city, 4.3 km from the hamlet.
    expect(nameAt(8.09)).toBe("City");
    expect(nameAt(8.14)).toBe("Hamlet");
    expect(nameAt(8.18)).toBe("Hamlet");
  });

  it("there is no place at a point that is too far from any", () => {
    const point = { latitude: 0, longitude: -30 };
    expect(findPlaceAt(places, point, 100)).toBeNull();
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
    expect(search("berlin", Number.NaN)).toEqual([]);
    expect(search("berlin", 1.5)).toHaveLength(1);
  });

  it("the search finds the cities that a scan of all names finds", () => {
    const names = Array.from({ length: places.count }, (_, place) => [
      foldName(nameOf(places, place)),
    ]);
    for (let other = 0; other < places.otherCount; other += 1) {
      names[places.otherPlaces[other] ?? 0]?.push(otherNameOf(places, other));
    }
    const begins = (place: number, query: string) =>
      names[place]?.some((name) => name.startsWith(query)) ?? false;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: places.count - 1 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 20 }),
        (place, length, limit) => {
          const query = (names[place]?.at(-1) ?? "").slice(0, length).trim();
          const expected = names.flatMap((_, other) => (begins(other, query) ? [other] : []));
          const populations = (list: number[]) =>
            list.map((other) => places.populationRoots[other]);
          const found = searchPlaces(places, query, limit);
          expect(new Set(found).size).toBe(found.length);
          expect(found.every((other) => begins(other, query))).toBe(true);
          expect(populations(found)).toEqual(
            populations(expected)
              .sort((a, b) => (b ?? 0) - (a ?? 0))
              .slice(0, limit),
          );
        },
      ),
    );
  });
});
