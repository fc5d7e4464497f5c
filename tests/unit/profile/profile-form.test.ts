import { expect, it } from "vitest";
import { editSchema, onlyChanges } from "~/app/features/profile/edit-schema";
import { toTexts } from "~/app/features/profile/profile-form";
import { type MemberDto, memberSchema } from "~/core/shared/contract";

/** A member with null in each field that can be null. */
const user = {
  ...Object.fromEntries(Object.keys(memberSchema.shape).map((field) => [field, null])),
  id: "m",
  user_id: "m",
  name: "Ada",
  email: "ada@example.org",
  dob: "1990-06-15",
  age: 36,
  preferred_match_gender: "Female",
  languages: [] as string[],
  bio: "two\nlines",
  is_admin: false,
} as MemberDto;

function fill(changes: object, member: MemberDto) {
  const texts = Object.entries({ ...toTexts(member), ...changes });
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

const save = (changes: object, member = user) =>
  onlyChanges(editSchema.parse(fill(changes, member)), member);

it("saving an unchanged profile form changes nothing", () => {
  const set = { distance_preference: 50, minimum_age_preference: 18, maximum_age_preference: 80 };
  for (const member of [user, { ...user, ...set }, { ...user, bio: null }]) {
    expect(save({}, member)).toEqual({});
  }
  // Browsers send line breaks as CRLF.
  expect(save({ bio: "two\r\nlines" })).toEqual({});
});

it("only changed fields are saved, and the other end of an age range stays null", () => {
  expect(save({ minimum_age_preference: "30", bio: " " })).toEqual({
    minimum_age_preference: 30,
    bio: null,
  });
  expect(save({ no_distance_limit: "" })).toEqual({ distance_preference: 50 });
  expect(save({ gender: "Male" })).toEqual({ gender: "Male" });
});

it("languages can be typed in any case and with any comma, and each is saved once, in the order typed", () => {
  const speaking = { ...user, languages: ["de", "en"] };
  expect(save({}, speaking)).toEqual({});
  expect(save({ languages: "deutsch, FRANCAIS,English、english," }, speaking)).toEqual({
    languages: ["de", "fr", "en"],
  });
  expect(save({ languages: "Deutsch" }, speaking)).toEqual({ languages: ["de"] });
  expect(save({ languages: "" }, speaking)).toEqual({ languages: [] });
  expect(editSchema.safeParse(fill({ languages: "Klingon" }, user)).success).toBe(false);
});

it("all fields are saved if the form would refuse the stored profile", () => {
  const stored = { ...user, dob: "1890-01-01" };
  expect(save({ dob: "1990-01-01" }, stored)).toMatchObject({ dob: "1990-01-01", name: "Ada" });
});

it("without scripts, a typed number overrides its slider, and an empty field does not", () => {
  const sliders = { distance_preference: "50", no_distance_limit: "" };
  expect(save({ ...sliders, distance_typed: "75", minimum_age_typed: "" })).toEqual({
    distance_preference: 75,
  });
});
