import { z } from "zod";
import { acceptForm, asMember, defineForms, memberForm } from "~/app/lib/forms.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import {
  citiesQuerySchema,
  type UpdateProfileInput,
  updateLocationSchema,
  updateProfileSchema,
} from "~/core/profile/schemas";
import type { MemberDto } from "~/core/shared/contract";
import { LANGUAGES } from "~/core/shared/languages";
import type { Viewer } from "~/core/viewer/viewer";
import {
  EDIT_FORMS,
  fromCityValue,
  PROFILE_FIELDS,
  readProfile,
  toFormFields,
  toInput,
} from "./profile-form";
import type { EditAnswer, FoundCities } from "./use-location-capture";

/** Cities by the beginning of their name; none for a text that can't be one. */
export async function findCities(
  { context }: RouteArgs,
  viewer: Viewer,
  query: string,
): Promise<FoundCities> {
  const input = citiesQuerySchema.safeParse({ query });
  if (!input.success) return { query, cities: [] };
  return { query, cities: await context.services.profiles.searchCities(viewer, input.data) };
}

/**
 * Leaves out every field that has the value the form shows for the stored profile: a form saved untouched changes
 * nothing, and ages that are null stay null although the form shows 18 and 80 (docs/rules.md#profile).
 */
export function onlyChanges(input: UpdateProfileInput, user: MemberDto): UpdateProfileInput {
  const shown = updateProfileSchema.safeParse(toInput(toFormFields(user)));
  if (!shown.success) return input;
  const stored: Partial<Record<string, unknown>> = shown.data;
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(stored[name]) !== JSON.stringify(value);
  const changed = Object.entries(input).filter(isOther);
  return Object.fromEntries(changed);
}

/** A city that was chosen with scripts off, else what the browser knows of the position. */
function readPosition(form: FormData) {
  const city = form.get("city");
  if (typeof city === "string") return fromCityValue(city);
  const degrees = (name: string) => Number(form.get(name) ?? Number.NaN);
  return {
    latitude: degrees("latitude"),
    longitude: degrees("longitude"),
    location: form.get("location"),
  };
}

/** The buttons of the page are in one form: each is sent all of its fields, and keeps what was typed. */
const PLACE_FIELDS = [...Object.keys(updateLocationSchema.shape), "timezone", "city", "city_query"];
const FIELDS = [...PROFILE_FIELDS, ...PLACE_FIELDS];
const ALL = { fields: FIELDS, keeps: FIELDS };

export const editAction = defineForms(
  {
    words: EDIT_FORMS,
    guard: asMember,
    choose: (form) => (form.has("city") ? "location" : String(form.get("intent") ?? "")),
  },
  {
    "": memberForm({
      ...ALL,
      bound: "profileWrites",
      schema: updateProfileSchema,
      read: readProfile,
      isChecked: true,
      async run({ context, viewer, value }) {
        const changes = onlyChanges(value, viewer.user);
        await context.services.profiles.updateProfile(viewer, changes, "given");
        const message = "Profile updated successfully";
        return redirectWithToast("/profile", { type: "success", message });
      },
    }),
    location: memberForm({
      ...ALL,
      bound: "profileWrites",
      schema: updateLocationSchema,
      read: readPosition,
      async run({ context, viewer, value, answer }) {
        const place = await context.services.profiles.updateLocation(viewer, value);
        const { location, timezone } = place;
        const toast = { type: "success", message: "Your location has been updated" };
        return acceptForm<EditAnswer>({ ...answer, place: { location, timezone }, toast });
      },
    }),
    "search-cities": memberForm({
      ...ALL,
      bound: "placeLookups",
      schema: z.object({ city_query: z.string().default("") }),
      async run({ viewer, value, answer, ...args }) {
        const found = await findCities(args, viewer, value.city_query);
        return acceptForm<EditAnswer>({ ...answer, found });
      },
    }),
  },
);

/** Entries read of the header, which may be long: browsers name a handful of languages. */
const MOST_READ = 20;

/** Codes of listed languages among a browser's preferred ones, in its order. */
export function readAcceptedLanguages(request: Request): string[] {
  const accepted = (request.headers.get("accept-language") ?? "").split(",", MOST_READ);
  const codes = accepted.map((range) => toCode(range.split(";")[0]?.trim() ?? ""));
  const listed = new Set(LANGUAGES.map(({ code }) => code));
  return [...new Set(codes)].filter((code) => listed.has(code));
}

/** `he` of `iw-IL`; empty for what is no language tag. */
function toCode(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return "";
  }
}
