import { describe, expect, it } from "vitest";
import { choicesForWait, endsWait, type Wishes } from "~/core/pairing/forced-meetings";

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
    ["the same values", {}, {}, false],
    ["a preferred gender after 'any'", {}, { preferred_match_gender: "Female" }, true],
    [
      "any gender after a preferred one",
      { preferred_match_gender: "Female" },
      { preferred_match_gender: null },
      false,
    ],
    [
      "another preferred gender",
      { preferred_match_gender: "Female" },
      { preferred_match_gender: "Male" },
      true,
    ],
    ["a higher minimum age", {}, { minimum_age_preference: 19 }, true],
    ["a minimum age of 18, which excludes no member", {}, { minimum_age_preference: 18 }, false],
    ["a lower minimum age", { minimum_age_preference: 30 }, { minimum_age_preference: 29 }, false],
    ["no minimum age", { minimum_age_preference: 30 }, { minimum_age_preference: null }, false],
    ["a lower maximum age", {}, { maximum_age_preference: 79 }, true],
    ["a maximum age of 80, which excludes no member", {}, { maximum_age_preference: 80 }, false],
    ["a higher maximum age", { maximum_age_preference: 40 }, { maximum_age_preference: 41 }, false],
    [
      "a range of higher ages",
      { minimum_age_preference: 20, maximum_age_preference: 30 },
      { minimum_age_preference: 25, maximum_age_preference: 40 },
      true,
    ],
    [
      "a range of lower ages",
      { minimum_age_preference: 20, maximum_age_preference: 30 },
      { minimum_age_preference: 18, maximum_age_preference: 29 },
      true,
    ],
    ["a first distance limit", {}, { distance_preference: 500 }, true],
    ["a shorter distance limit", { distance_preference: 50 }, { distance_preference: 49 }, true],
    ["a longer distance limit", { distance_preference: 50 }, { distance_preference: 51 }, false],
    ["no distance limit", { distance_preference: 50 }, { distance_preference: null }, false],
    [
      "a distance limit without a place, which would take effect with a first place",
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
    ["no place", {}, { latitude: null, longitude: null }, true],
    [
      "a place across the date line, 22 km away",
      { latitude: 0, longitude: 179.9 },
      { latitude: 0, longitude: -179.9 },
      false,
    ],
  ])(
    "a change to %s ends the wait exactly if the rule demands it",
    (_name, before, after, ends) => {
      const old = { ...PLAIN, ...before };
      expect(endsWait(old, { ...old, ...after })).toBe(ends);
    },
  );
});

describe("the choices that a run must offer to count towards a wait", () => {
  it.each([
    [0, 0],
    [1, 1],
    [20, 1],
    [21, 2],
    [80, 4],
    [81, 5],
    [100, 5],
    [100_000, 5],
  ])(
    "in a run of %d members, a night lengthens the wait of a member with at least %d compatible members",
    (members, choices) => {
      expect(choicesForWait(members)).toBe(choices);
    },
  );
});
