export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** See docs/rules.md#places. */
export function formatCoordinatesText({ latitude, longitude }: Coordinates): string {
  return `Location at ${formatDegrees(latitude)}, ${formatDegrees(longitude)}`;
}

export function formatDegrees(degrees: number): string {
  const text = degrees.toFixed(4);
  return text === "-0.0000" ? "0.0000" : text;
}

/** One decimal is about 11 km. The server stores, shows, logs and sends nothing more exact (docs/rules.md#places). */
const STORED_DECIMALS = 1;
/** The browser sends two decimals: precise enough for the server to round, too coarse to find a house. */
const SENT_DECIMALS = 2;

export function roundDegrees(degrees: number): number;
export function roundDegrees(degrees: number | null): number | null;
export function roundDegrees(degrees: number | null): number | null {
  return degrees === null ? null : round(degrees, STORED_DECIMALS);
}

export function roundForSending({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: round(latitude, SENT_DECIMALS), longitude: round(longitude, SENT_DECIMALS) };
}

function round(degrees: number, decimals: number): number {
  const factor = 10 ** decimals;
  // Adding 0 turns negative zero into zero.
  return Math.round(degrees * factor) / factor + 0;
}

const NUMBER = String.raw`\d{1,3}(?:[.,]\d+)?`;
const DECIMAL = String.raw`\d{1,3}[.,]\d+`;
/**
 * Degrees only, with minutes, or with minutes and seconds: '52', '52.5', '52 31.2', '52 31 12', "52-31-12",
 * '52d31m12s'.
 */
const ANGLE = String.raw`${NUMBER}(?:[\s:'’′dm-]{1,2}\d{1,2}(?:[.,]\d+)?){0,2}\s*['’′"”″dms]{0,2}`;
const GAP = String.raw`[^\p{L}\d]`;

/** Two angles in a row, each with its hemisphere: '52n 13e', 'n52 31.2 e13 24.3', '(13 24 18 e) (52 31 12 n)'. */
function hemisphereForms(one: string, other: string): RegExp[] {
  return [
    String.raw`${ANGLE}\s*${one}${GAP}{0,5}${ANGLE}\s*${other}`,
    String.raw`${one}\s*${ANGLE}${GAP}{0,5}${other}\s*${ANGLE}`,
  ].map((form) => new RegExp(String.raw`(?<![\p{L}\d])${form}(?![\p{L}\d])`, "u"));
}

/** Tested on the result of {@link toPlainText}. */
const COORDINATE_FORMS: readonly RegExp[] = [
  // Two decimal numbers in a row: '52.52, 13.405', '52,52 – 13,41', '(52.5)(13.4)', 'lat: 52.5 lon: 13.4'.
  new RegExp(String.raw`${DECIMAL}\D{1,20}${DECIMAL}`, "u"),
  // One number that is too precise to be anything else. Four digits must follow a comma, because it can separate
  // thousands.
  /\d\.\d{3,}/u,
  /\d,\d{4,}/u,
  // Any number of degrees: 52°31', 13° e, 52º31.2.
  /\d\s*°/u,
  // Minutes and seconds of arc without the degree sign: 52 31' 12".
  /\d\s*['’′]\s*\d+(?:[.,]\d+)?\s*(?:["”″]|['’′]{2})/u,
  ...hemisphereForms("[ns]", "[ewo]"),
  ...hemisphereForms("[ewo]", "[ns]"),
  // A number after the name of a coordinate, or after our own text: 'lat 52', 'longitude=13', 'location at 52, 13',
  // 'geo:52,13'.
  /(?<!\p{L})(?:lat|latitude|lon|lng|long|longitude|geo|gps)\s*[:=]?\s*[+-]?\d/u,
  /location at\s*[+-]?\d/u,
  // A text of only two numbers or two angles: '52, 13', '(52) (13)', '52 31 12, 13 24 18'.
  new RegExp(`^${GAP}*${NUMBER}(?:${GAP}+${NUMBER}){1,5}${GAP}*$`, "u"),
  // An open location code ('plus code'): 9F4MGC22+22, GC22+22 Berlin.
  /(?<![\p{L}\d])(?:[23456789cfghjmpqrvwx]{4}){1,2}\+[23456789cfghjmpqrvwx]{2,}/u,
  // A reference of the military grid (MGRS): '31U DQ 48251 11932', '33uuu9029'.
  /(?<![\p{L}\d])\d{1,2}\s?[c-hj-np-x]\s?[a-hj-np-z]{2}\s?(?:\d{2}\s?\d{2}|\d{3}\s?\d{3}|\d{4}\s?\d{4}|\d{5}\s?\d{5})(?!\d)/u,
];

/**
 * Returns true in doubt. A text that is wrongly taken for coordinates is only hidden from others, but missed
 * coordinates reveal where a member lives.
 */
export function containsCoordinates(text: string): boolean {
  const plain = toPlainText(text);
  return COORDINATE_FORMS.some((form) => form.test(plain));
}

/** The text that others may see; null if it is empty or contains coordinates (docs/rules.md#places). */
export function locationForOthers(location: string | null | undefined): string | null {
  const text = location?.trim();
  return !text || containsCoordinates(text) ? null : text;
}

function toPlainText(text: string): string {
  // Replaced before NFKC, which would turn these two look-alikes of the degree sign into a letter and a space.
  const normalized = text.replace(/[º˚]/gu, "°").normalize("NFKC");
  return (
    toPlainDigits(normalized.replace(/\p{Cf}/gu, ""))
      .toLowerCase()
      .replaceAll("−", "-")
      // Some people write the decimal point in the middle of the line.
      .replace(/(?<=\d)·(?=\d)/gu, ".")
  );
}

/** In Unicode each script's ten digits are consecutive and begin with zero. */
function toPlainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
