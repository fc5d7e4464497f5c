import {
  bandOf,
  type Head,
  MAGIC,
  POPULATION_ROOT_SCALE,
  padded,
  UNITS_PER_DEGREE,
} from "../worker/adapters/geo/place-file.ts";

export interface PlaceRecord {
  name: string;
  /** Other names by which it is found. */
  otherNames?: readonly string[];
  /** degrees */
  latitude: number;
  longitude: number;
  population: number;
  /** An IANA zone. */
  zone: string;
  /** State, province or county; empty where there is none. */
  region: string;
  country: string;
}

/**
 * The bytes of a places file; the same records give the same bytes, in whatever order they come.
 * @param fold the name as it is searched for
 * @throws when a record does not fit the columns
 */
export function encodePlaces(
  records: readonly PlaceRecord[],
  fold: (name: string) => string,
): Uint8Array {
  const units = (degrees: number) => Math.round(degrees * UNITS_PER_DEGREE);
  const sorted = records
    .map((record) => ({
      ...record,
      latitude: units(record.latitude),
      longitude: units(record.longitude),
    }))
    .sort(
      (a, b) =>
        bandOf(a.latitude) - bandOf(b.latitude) ||
        a.longitude - b.longitude ||
        a.latitude - b.latitude ||
        compare(a.name, b.name),
    );
  const count = sorted.length;
  const zones = unique(sorted.map((place) => place.zone));
  const countries = unique(sorted.map((place) => place.country));
  const countryIndex = indexOf(countries);
  const regionKey = (place: { country: string; region: string }) =>
    `${place.country}\n${place.region}`;
  const regionKeys = unique(sorted.map(regionKey));
  const regions = regionKeys.map((key): [string, number] => {
    const [country = "", region = ""] = key.split("\n");
    return [region, countryIndex.get(country) ?? 0];
  });
  if (count > 0xffff || regions.length > 0xffff) throw new Error("Too many places for 16 bits");

  const zoneIndex = indexOf(zones);
  const regionIndex = indexOf(regionKeys);
  const encoder = new TextEncoder();
  const names = sorted.map((place) => encoder.encode(place.name));
  const tooLong = names.findIndex((name) => name.length > 0xff);
  if (tooLong >= 0) throw new Error(`Name too long: ${sorted[tooLong]?.name}`);

  const folded = sorted.map((place) => fold(place.name));
  const nameOrder = sorted
    .map((_, index) => index)
    .sort((a, b) => compare(folded[a] ?? "", folded[b] ?? "") || a - b);

  const others = sorted
    .flatMap(({ otherNames = [] }, place) => {
      const name = folded[place] ?? "";
      // A name that the place's own one begins with finds it already.
      const found = unique(otherNames.map(fold)).filter((one) => one && !name.startsWith(one));
      return found.map((one) => ({ one, place, bytes: encoder.encode(one) }));
    })
    .filter(({ bytes }) => bytes.length <= 0xff)
    .sort((a, b) => compare(a.one, b.one) || a.place - b.place);

  const head: Head = { count, otherCount: others.length, zones, countries, regions };
  const headBytes = encoder.encode(JSON.stringify(head));
  const prefix = new Uint8Array(8 + headBytes.length);
  prefix.set(encoder.encode(MAGIC), 0);
  new DataView(prefix.buffer).setUint32(4, headBytes.length, true);
  prefix.set(headBytes, 8);

  const columns = [
    prefix,
    Int32Array.from(sorted, (place) => place.latitude),
    Int32Array.from(sorted, (place) => place.longitude),
    Uint16Array.from(sorted, (place) => regionIndex.get(regionKey(place)) ?? 0),
    Uint16Array.from(sorted, (place) => zoneIndex.get(place.zone) ?? 0),
    Uint16Array.from(sorted, (place) =>
      Math.min(0xffff, Math.round(Math.sqrt(place.population) * POPULATION_ROOT_SCALE)),
    ),
    Uint16Array.from(nameOrder),
    Uint8Array.from(names, (name) => name.length),
    Uint16Array.from(others, ({ place }) => place),
    Uint8Array.from(others, ({ bytes }) => bytes.length),
    concatenate(names),
    concatenate(others.map(({ bytes }) => bytes)),
  ];
  return concatenate(
    columns.map((column) => {
      const bytes = new Uint8Array(padded(column.byteLength));
      bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
      return bytes;
    }),
  );
}

/** By code unit, as `<` does: the order in which the search halves the names. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function unique(values: string[]): string[] {
  return [...new Set(values)].sort(compare);
}

function indexOf(values: string[]): Map<string, number> {
  return new Map(values.map((value, index) => [value, index]));
}

const concatenate = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
