import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  containsCoordinates,
  formatCoordinatesText,
  formatDegrees,
  locationForOthers,
  roundDegrees,
} from "~/core/shared/coordinates";

const latitudes = fc.double({ min: -90, max: 90, noNaN: true });
const longitudes = fc.double({ min: -180, max: 180, noNaN: true });

describe("the coordinates text", () => {
  it.each([
    [52.52, 13.405, "Location at 52.5200, 13.4050"],
    [-33.86882, 151.20929, "Location at -33.8688, 151.2093"],
    [0, 0, "Location at 0.0000, 0.0000"],
    [-0, -0, "Location at 0.0000, 0.0000"],
    [-0.00001, 0.00004, "Location at 0.0000, 0.0000"],
    [-0.00006, 179.99996, "Location at -0.0001, 180.0000"],
    [90, -180, "Location at 90.0000, -180.0000"],
  ])("the coordinates text of %d, %d is %s", (latitude, longitude, expected) => {
    expect(formatCoordinatesText({ latitude, longitude })).toBe(expected);
  });

  it("a coordinates text is always recognised and never shown to others", () => {
    fc.assert(
      fc.property(latitudes, longitudes, (latitude, longitude) => {
        const text = formatCoordinatesText({ latitude, longitude });
        expect(containsCoordinates(text)).toBe(true);
        expect(locationForOthers(text)).toBeNull();
        expect(locationForOthers(`Berlin (${text.toUpperCase()})`)).toBeNull();
      }),
    );
  });
});

describe("coordinates in a location text", () => {
  it.each([
    "52.52, 13.405",
    "52.5,13.4",
    "-33.8688 151.2093",
    "52,5200 13,4050",
    "52,52; 13,41",
    "(52.52 | 13.41)",
    "52.5200N, 13.4050E",
    "N 52.52 E 13.41",
    "N52° 31.2' E13° 24.3'",
    "52°31'12\"N 13°24'18\"E",
    "52º 31' 12''",
    "52˚31′",
    "52 31' 12\" N",
    "lat: 52.5 lon: 13.4",
    "latitude 52 longitude 13",
    "Lat=52",
    "geo:52.52,13.40;u=35",
    "GPS 52 13",
    "Location at 52, 13",
    "location at 52.5",
    "52, 13",
    "48d51m24s N 2d21m8s E",
    "48d 51m N, 2d 21m E",
    "31U DQ 48251 11932",
    "33uuu9029",
    "48·8566, 2·3522",
    "52.5, 13",
    "52, 13.4",
    "52.52 13",
    "-48,85 2",
    "52/13",
    "52N 13E",
    "N52, E13",
    "Berlin 52.52437 13.41053",
    "Berlin, 52.524",
    "Berlin, Germany (52.52/13.41)",
    "https://maps.example/@52.5243,13.4105,15z",
    "9F4MGC22+22",
    "9f4mgc22+22q",
    "GC22+22 Berlin",
    "５２．５２００, １３．４０５０",
    "٥٢.٥٢٠٠, ١٣.٤٠٥٠",
    "५२.५२०० १३.४०५०",
    "52.\u200b5200, 13.\u200b4050",
    "−33.9, −70.7",
    "52.52 - 13.40",
    "52.52 – 13.40",
    "52.52—13.40",
    "52.52 · 13.40",
    "52.52 & 13.40",
    "52.52+13.40",
    "(52.52)(13.40)",
    "52.52, (13.40)",
    "Berlin [52.52] [13.40]",
    "52.52 север 13.40",
    "N52 31.2 E13 24.3",
    "N52 31.2' E13 24.3'",
    "N 52-31-12, E 13-24-18",
    "52 31 12 N 13 24 18 E",
    "52 31 12 N - 13 24 18 E",
    "52:31:12N 13:24:18E",
    "(52N) (13E)",
    "13E 52N",
    "E13 24.3 · N52 31.2",
    "Berlin 52 31 N 13 24 O",
    "52 – 13",
    "(52)(13)",
    "52 & 13.4",
    "52 31 12, 13 24 18",
  ])("coordinates are found in %j", (text) => {
    expect(containsCoordinates(text)).toBe(true);
    expect(locationForOthers(text)).toBeNull();
  });

  it.each([
    "Berlin, State of Berlin, Germany",
    "10115 Berlin",
    "Paris 11",
    "75011 Paris, France",
    "Los Angeles, CA 90012",
    "221B Baker Street, London",
    "St. John's, Newfoundland and Labrador, Canada",
    "6 de Octubre, Egypt",
    "Municipality 12, District 3",
    "Long Beach, California",
    "Longyearbyen",
    "Geometria 5",
    "Platz der Republik 1, 11011 Berlin",
    "東京都, 日本",
    "Area 51",
    "Route 66, Exit 12",
    "Block 5, Sector 62, Noida",
    "Block N 5, Wing E 12, Noida",
    "10. Bezirk, Wien",
    "1010 Wien",
    "St. John 3.5 km",
    "Paris 11e",
    "Paris 11e, 5 étage",
    "E 14th Street, New York",
    "5 N Main St, 12 miles from Boston",
    "Autobahn A1, km 12.5",
    "New York 10001-1234",
    "東京都 5丁目12",
    "第5区 12号",
    "2 km from Oslo",
    "Springfield +1",
    "C++ town",
    "Ватикан",
    "القاهرة، مصر",
    "Earth",
  ])("no coordinates are found in %j", (text) => {
    expect(containsCoordinates(text)).toBe(false);
    expect(locationForOthers(text)).toBe(text);
  });

  it("coordinates are found in the decimal digits of other scripts", () => {
    // The zeros of the scripts with decimal digits. In Unicode, the digits 1 to 9 follow their
    // zero.
    const zeros = [
      "٠",
      "۰",
      "߀",
      "०",
      "০",
      "੦",
      "૦",
      "୦",
      "௦",
      "౦",
      "೦",
      "൦",
      "๐",
      "໐",
      "༠",
      "၀",
      "០",
      "᠐",
      "𑁦",
      "𞥐",
      "𝟎",
    ];
    for (const zero of zeros) {
      const write = (text: string) =>
        text.replace(/\d/g, (digit) =>
          String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
        );
      expect(containsCoordinates(write("52.5243 13.4105")), zero).toBe(true);
      expect(containsCoordinates(write("10115")), zero).toBe(false);
    }
  });

  it("a search for coordinates throws for no text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 120 }), (text) => {
        expect(typeof containsCoordinates(text)).toBe("boolean");
      }),
    );
  });
});

describe("a location for others", () => {
  it.each([null, undefined, "", "   "])(
    "the location that others see is null if the stored one is %j",
    (text) => {
      expect(locationForOthers(text)).toBeNull();
    },
  );

  it("the location that others see is trimmed", () => {
    expect(locationForOthers("  Oslo, Norway ")).toBe("Oslo, Norway");
  });
});

describe("degrees that a partner or an admin sees", () => {
  it.each([
    [52.5244, 52.5],
    [-33.8688, -33.9],
    [0.04, 0],
    [-0.04, 0],
    [-0.05, 0],
    [-0, 0],
    [180, 180],
    [89.96, 90],
    [null, null],
  ])("a partner sees %d degrees as %d", (degrees, expected) => {
    expect(Object.is(roundDegrees(degrees), expected)).toBe(true);
  });

  it("rounded degrees are off by at most 0.05 and have at most one decimal", () => {
    fc.assert(
      fc.property(longitudes, (degrees) => {
        const rounded = roundDegrees(degrees);
        expect(Math.abs(rounded - degrees)).toBeLessThanOrEqual(0.05 + 1e-9);
        expect(String(rounded)).toMatch(/^-?\d+(\.\d)?$/);
      }),
    );
  });

  it("an admin sees degrees with four decimals", () => {
    expect(formatDegrees(52.524371)).toBe("52.5244");
    expect(formatDegrees(-0.000049)).toBe("0.0000");
  });
});
