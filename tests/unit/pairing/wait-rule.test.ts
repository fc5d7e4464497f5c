import { describe, expect, it } from "vitest";
import { choicesForWait, endsWait, type Wishes } from "~/core/pairing/wait";

const PLAIN: Wishes = {
  gender: "Male",
  dob: "1990-01-01",
  preferred_match_gender: null,
  minimum_age_preference: null,
  maximum_age_preference: null,
  distance_preference: null,
  latitude: 48.2082,
  longitude: 16.3738,
};

describe("a change of the profile", () => {
  it.each<[string, Partial<Wishes>, Partial<Wishes>, boolean]>([
    ["nothing", {}, {}, false],
    ["'any' to a gender", {}, { preferred_match_gender: "Female" }, true],
    [
      "a gender to 'any'",
      { preferred_match_gender: "Female" },
      { preferred_match_gender: null },
      false,
    ],
    [
      "a gender to another",
      { preferred_match_gender: "Female" },
      { preferred_match_gender: "Male" },
      true,
    ],
    ["an older youngest", {}, { minimum_age_preference: 19 }, true],
    ["the bound that no wish stands for, as a youngest", {}, { minimum_age_preference: 18 }, false],
    ["a younger youngest", { minimum_age_preference: 30 }, { minimum_age_preference: 29 }, false],
    ["no youngest", { minimum_age_preference: 30 }, { minimum_age_preference: null }, false],
    ["a younger oldest", {}, { maximum_age_preference: 79 }, true],
    ["the bound that no wish stands for, as an oldest", {}, { maximum_age_preference: 80 }, false],
    ["an older oldest", { maximum_age_preference: 40 }, { maximum_age_preference: 41 }, false],
    [
      "a range moved upwards",
      { minimum_age_preference: 20, maximum_age_preference: 30 },
      { minimum_age_preference: 25, maximum_age_preference: 40 },
      true,
    ],
    [
      "a range moved downwards",
      { minimum_age_preference: 20, maximum_age_preference: 30 },
      { minimum_age_preference: 18, maximum_age_preference: 29 },
      true,
    ],
    ["a first limit of distance", {}, { distance_preference: 500 }, true],
    ["a shorter limit", { distance_preference: 50 }, { distance_preference: 49 }, true],
    ["a longer limit", { distance_preference: 50 }, { distance_preference: 51 }, false],
    ["no limit", { distance_preference: 50 }, { distance_preference: null }, false],
    [
      "a limit without a place, which a first place would let work",
      { latitude: null, longitude: null },
      { distance_preference: 50 },
      true,
    ],
    ["another gender", {}, { gender: "Female" }, true],
    ["no gender", {}, { gender: null }, true],
    ["a first gender", { gender: null }, { gender: "Male" }, true],
    ["another date of birth", {}, { dob: "1990-01-02" }, true],
    ["a place 29.9 km away", {}, { latitude: 48.2082 + 29.9 / 111.195 }, false],
    ["a place 30.1 km away", {}, { latitude: 48.2082 + 30.1 / 111.195 }, true],
    ["a first place", { latitude: null, longitude: null }, { latitude: 0, longitude: 0 }, false],
    ["the place given up", {}, { latitude: null, longitude: null }, true],
    [
      "a place across the date line, 22 km away",
      { latitude: 0, longitude: 179.9 },
      { latitude: 0, longitude: -179.9 },
      false,
    ],
  ])("to %s", (_name, before, after, ends) => {
    const old = { ...PLAIN, ...before };
    expect(endsWait(old, { ...old, ...after })).toBe(ends);
  });
});

describe("a run counts towards a wait", () => {
  it.each([
    [0, 0],
    [1, 1],
    [20, 1],
    [21, 2],
    [80, 4],
    [81, 5],
    [100, 5],
    [100_000, 5],
  ])("of %d members with %d compatible ones", (members, choices) => {
    expect(choicesForWait(members)).toBe(choices);
  });
});
