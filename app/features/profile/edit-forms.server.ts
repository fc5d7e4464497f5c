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

/** Finds cities by the beginning of their name; none if the text is not valid as one. */
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
 * Removes every field whose value is the one that the form shows for the stored profile. So a form saved without edits
 * changes nothing, and ages that are null stay null although the form shows 18 and 80 (docs/rules.md#profile).
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

/** Reads a city that was chosen with scripts off, or else the position from the browser. */
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

/** The page has one form with several buttons. Each button sends all of the fields, and the answer keeps their text. */
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
        const { profiles } = context.services;
        const { position, isZoneKnown } = await profiles.updateLocation(viewer, value);
        const { location, timezone } = position;
        const toast = { type: "success", message: "Your location has been updated" };
        return acceptForm<EditAnswer>({
          ...answer,
          place: { location, timezone, isZoneKnown },
          toast,
        });
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

/** The number of entries that are read. The header may be long, but browsers send only a few languages. */
const MOST_READ = 20;

/** Codes of the browser's preferred languages that are in the list, in the browser's order. */
export function readAcceptedLanguages(request: Request): string[] {
  const accepted = (request.headers.get("accept-language") ?? "").split(",", MOST_READ);
  const codes = accepted.map((range) => toCode(range.split(";")[0]?.trim() ?? ""));
  const listed = new Set(LANGUAGES.map(({ code }) => code));
  return [...new Set(codes)].filter((code) => listed.has(code));
}

/** Returns `he` for `iw-IL`; empty if the text is not a language tag. */
function toCode(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return "";
  }
}
