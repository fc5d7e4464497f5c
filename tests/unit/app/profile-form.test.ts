import { expect, it } from "vitest";
import { onlyChanges } from "~/app/features/profile/edit-forms.server";
import { toFormFields, toInput } from "~/app/features/profile/profile-form";
import { updateProfileSchema } from "~/core/profile/schemas";
import { type MemberDto, memberSchema } from "~/core/shared/contract";

/** A member whose fields are null, except those that never are. */
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

const save = (changes: object, member = user) =>
  onlyChanges(updateProfileSchema.parse(toInput({ ...toFormFields(member), ...changes })), member);

it("saving the profile form untouched changes nothing", () => {
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

it("languages are saved in the order of their lists, each once, without empty lists", () => {
  const speaking = { ...user, languages: ["de", "en"] };
  expect(save({}, speaking)).toEqual({});
  expect(save({ language_2: "fr", language_5: "en" }, speaking)).toEqual({
    languages: ["de", "fr", "en"],
  });
  expect(save({ languages: "", language_2: "de", language_4: "de" }, speaking)).toEqual({
    languages: ["de"],
  });
  expect(save({ languages: "", language_2: "" }, speaking)).toEqual({ languages: [] });
  const unknown = toInput({ ...toFormFields(user), language_3: "xx" });
  expect(updateProfileSchema.safeParse(unknown).success).toBe(false);
});

it("all fields are saved if the stored profile is one that the form would refuse", () => {
  const stored = { ...user, dob: "1890-01-01" };
  expect(save({ dob: "1990-01-01" }, stored)).toMatchObject({ dob: "1990-01-01", name: "Ada" });
});

it("a number typed with scripts off goes before its slider, and an empty one leaves it", () => {
  const sliders = { distance_preference: "50", minimum_age_preference: "18" };
  const form = { ...toFormFields(user), ...sliders, no_distance_limit: "" };
  expect(toInput({ ...form, distance_typed: "75", minimum_age_typed: "" })).toMatchObject({
    distance_preference: 75,
    minimum_age_preference: 18,
  });
});
