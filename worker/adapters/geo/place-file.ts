/**
 * The places file: every place that the embedded geocoder has, in a form that needs no parsing. Its
 * columns are typed arrays over the bytes of the file, because a request may have only 10 ms of CPU
 * time, and turning 50,000 places into objects would take all of it.
 *
 * Layout, little-endian: 4 bytes magic, u32 length of the head, the head (JSON, UTF-8), padding to
 * 4 bytes, then the columns in the order of {@link Places} from `latitudes` to `otherLengths`, each
 * padded to 4 bytes, then the names and the other names (UTF-8, one after the other). Places are sorted by degree of
 * latitude, then by longitude.
 */

export const MAGIC = "HPG2";
/** Bands of one degree of latitude, from the south pole. */
export const BAND_COUNT = 180;
/** Latitudes and longitudes are stored in ten-thousandths of a degree, about 10 m. */
export const UNITS_PER_DEGREE = 10_000;
/** Factor with which the square root of a population up to 42 million fits in 16 bits. */
export const POPULATION_ROOT_SCALE = 10;

export interface Head {
  count: number;
  /** Number of other names. */
  otherCount: number;
  zones: string[];
  countries: string[];
  /** [name, index of its country]; a region without a name means the whole country */
  regions: [string, number][];
}

export interface Places extends Head {
  /** in units of {@link UNITS_PER_DEGREE}, like every latitude or longitude in this module */
  latitudes: Int32Array;
  longitudes: Int32Array;
  /** index into `regions` */
  regionOf: Uint16Array;
  /** index into `zones` */
  zoneOf: Uint16Array;
  populationRoots: Uint16Array;
  /** The places by their folded names. */
  nameOrder: Uint16Array;
  nameLengths: Uint8Array;
  /** The place of each other name, such as the one in the place's own language. The names are folded, and in order. */
  otherPlaces: Uint16Array;
  otherLengths: Uint8Array;
  nameStarts: Uint32Array;
  /** Start of each band of latitude; one more at the end. */
  bandStarts: Uint32Array;
  nameBytes: Uint8Array;
  otherStarts: Uint32Array;
  otherBytes: Uint8Array;
}

/** @param latitude in units of {@link UNITS_PER_DEGREE} */
export function bandOf(latitude: number): number {
  const band = Math.floor(latitude / UNITS_PER_DEGREE) + BAND_COUNT / 2;
  return Math.min(BAND_COUNT - 1, Math.max(0, band));
}

export function nameOf(places: Places, place: number): string {
  const start = places.nameStarts[place] ?? 0;
  const end = start + (places.nameLengths[place] ?? 0);
  return new TextDecoder().decode(places.nameBytes.subarray(start, end));
}

/** One of the other names, folded. @param other from 0 to `otherCount` */
export function otherNameOf(places: Places, other: number): string {
  const start = places.otherStarts[other] ?? 0;
  const end = start + (places.otherLengths[other] ?? 0);
  return new TextDecoder().decode(places.otherBytes.subarray(start, end));
}

/** The population, accurate to about 1 in 1,000 for a city, which is enough to rank places. */
export function populationOf(places: Places, place: number): number {
  return ((places.populationRoots[place] ?? 0) / POPULATION_ROOT_SCALE) ** 2;
}

/** Makes the text `city, state/county, country`, without missing parts and without a state that has its country's name. */
export function placeText(places: Places, place: number): string {
  const [region, countryIndex] = places.regions[places.regionOf[place] ?? 0] ?? ["", 0];
  const country = places.countries[countryIndex] ?? "";
  const parts = [nameOf(places, place), region === country ? "" : region, country];
  return parts.filter((part) => part !== "").join(", ");
}

/** Checks the form of the head, but not the items of its lists: a request may have only 10 ms, and `tools/geo.ts` makes the file. */
function isHead(value: unknown): value is Head {
  const head = value as Partial<Record<keyof Head, unknown>> | null;
  return (
    typeof head?.count === "number" &&
    typeof head.otherCount === "number" &&
    [head.zones, head.countries, head.regions].every((list) => Array.isArray(list))
  );
}

/** @throws when the bytes are not a places file, or only a part of one */
export function decodePlaces(buffer: ArrayBuffer): Places {
  const view = new DataView(buffer);
  if (buffer.byteLength < 8 || ascii(buffer, 0, 4) !== MAGIC) {
    throw new Error("Not a places file");
  }
  const headLength = view.getUint32(4, true);
  if (8 + headLength > buffer.byteLength) throw new Error("The places file is cut off");
  const head: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, headLength)));
  if (!isHead(head)) throw new Error("Not a places file");

  let offset = padded(8 + headLength);
  const next = (bytes: number) => {
    const start = offset;
    offset = padded(offset + bytes);
    if (start + bytes > buffer.byteLength) throw new Error("The places file is cut off");
    return start;
  };
  // Typed arrays use the machine's byte order, which is little-endian on all machines that run workerd or Node.
  const { count, otherCount } = head;
  const places = {
    ...head,
    latitudes: new Int32Array(buffer, next(count * 4), count),
    longitudes: new Int32Array(buffer, next(count * 4), count),
    regionOf: new Uint16Array(buffer, next(count * 2), count),
    zoneOf: new Uint16Array(buffer, next(count * 2), count),
    populationRoots: new Uint16Array(buffer, next(count * 2), count),
    nameOrder: new Uint16Array(buffer, next(count * 2), count),
    nameLengths: new Uint8Array(buffer, next(count), count),
    otherPlaces: new Uint16Array(buffer, next(otherCount * 2), otherCount),
    otherLengths: new Uint8Array(buffer, next(otherCount), otherCount),
  };

  const bandStarts = new Uint32Array(BAND_COUNT + 1).fill(count);
  for (let place = count - 1; place >= 0; place -= 1) {
    bandStarts[bandOf(places.latitudes[place] ?? 0)] = place;
  }
  for (let band = BAND_COUNT - 1; band >= 0; band -= 1) {
    // A band without a place gets the start of the next one.
    bandStarts[band] = Math.min(bandStarts[band] ?? count, bandStarts[band + 1] ?? count);
  }
  const names = startsOf(places.nameLengths);
  const nameBytes = new Uint8Array(buffer, next(names.end), names.end);
  const others = startsOf(places.otherLengths);
  const otherBytes = new Uint8Array(buffer, next(others.end), others.end);
  const [nameStarts, otherStarts] = [names.starts, others.starts];
  return { ...places, bandStarts, nameStarts, nameBytes, otherStarts, otherBytes };
}

/** The start of each of several texts that lie one after the other, and the end of the last one. */
function startsOf(lengths: Uint8Array): { starts: Uint32Array; end: number } {
  const starts = new Uint32Array(lengths.length);
  let end = 0;
  for (let i = 0; i < lengths.length; i += 1) {
    starts[i] = end;
    end += lengths[i] ?? 0;
  }
  return { starts, end };
}

/** Rounds a length up to a multiple of 4 bytes, because every column begins at one. */
export function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

function ascii(buffer: ArrayBuffer, start: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(buffer, start, length));
}
