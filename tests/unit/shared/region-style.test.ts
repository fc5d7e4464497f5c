import { describe, expect, it } from "vitest";
import { readRegionStyle } from "~/app/lib/region-style.server";

/** The style as text: 'md' or 'dm', the hours of the clock, and 'mi' or 'km'. */
function read(headers: Record<string, string>, zone?: string | null): string {
  const request = new Request("https://happenstance.test/", { headers });
  const { isDayFirst, is24Hour, hasMiles } = readRegionStyle(request, zone);
  return `${isDayFirst ? "dm" : "md"}${is24Hour ? 24 : 12}${hasMiles ? "mi" : "km"}`;
}

const asked = (language: string, zone?: string | null) =>
  read({ "accept-language": language }, zone);

describe("the region of a browser's languages", () => {
  it.each([
    ["en-US,en;q=0.9", "md12km"],
    ["en", "md12km"],
    ["en-GB,en-US;q=0.9,en;q=0.8", "dm24mi"],
    ["de-DE,de;q=0.9,en-US;q=0.8", "dm24km"],
    ["de", "dm24km"],
    ["DE-ch", "dm24km"],
    ["sv", "dm24km"],
    ["pt-BR", "dm24km"],
    ["en-IN", "dm12km"],
    ["hi", "dm12km"],
    ["en-AU", "dm12km"],
    ["en-CA", "md12km"],
    ["ja", "md24km"],
    ["zh-Hans-CN", "md24km"],
    ["zh-TW", "md12km"],
    ["ar-EG", "dm12km"],
    ["fa-IR", "dm24km"],
    ["my-MM", "md24mi"],
    ["en-LR", "dm12mi"],
    ["es-419", "dm12km"],
    ["en-150", "dm24km"],
    ["en-GB-oxendict", "dm24mi"],
    [" fr-FR;q=0.5", "dm24km"],
  ])("the languages %j give the style %s", (language, style) =>
    expect(asked(language)).toBe(style),
  );

  it.each([
    ...["", "*", "*;q=0.5", "xx", "xx-XX", "en-ZZ", "zz-QX", "und", "root", "C", "english"],
    ...["deutsch", "de_DE", "-de", "d", "1", ",de", ";q=1", "\u00e4h", "x".repeat(300)],
    ...["en-US-u-hc-h23", "en-", "en-U", "__proto__", "constructor", "en-000"],
  ])("languages without a known region give the default style: %j", (language) =>
    expect(asked(language)).toBe("md12km"),
  );

  it("a request without languages has the default style", () => expect(read({})).toBe("md12km"));

  it("en-US has miles only in a zone of the United States, because browsers everywhere ask for en-US", () => {
    for (const zone of [
      ...["America/New_York", "America/Indiana/Knox", "Pacific/Honolulu", "US/Pacific"],
    ]) {
      expect(asked("en-US", zone), zone).toBe("md12mi");
      expect(asked("de-DE", zone), zone).toBe("dm24km");
    }
    for (const zone of ["UTC", "Europe/Berlin", "America/Toronto", "America/New_York2", null]) {
      expect(asked("en-US", zone)).toBe("md12km");
    }
  });
});
