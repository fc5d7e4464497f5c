import { data } from "~/app/framework.server";
import { type Asked, toRefusal } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import type { City } from "~/core/ports";
import { citiesQuerySchema, updateLocationSchema } from "~/core/profile/schemas";
import { parseInput } from "~/core/shared/parse";
import type { SavedPlace } from "./use-location-capture";

/** Saves a position as the location call does: place name and timezone are found by the server. */
export async function saveLocation(asked: Asked, viewer: Viewer, position: unknown) {
  try {
    const input = parseInput(updateLocationSchema, position);
    await asked.context.services.auth.countUse(viewer, "profileWrites");
    const place = await asked.context.services.profiles.updateLocation(viewer, input);
    const { location, timezone } = place;
    return data<SavedPlace>({ place: { location, timezone } });
  } catch (error) {
    const refusal = toRefusal(error, "Failed to update profile", asked);
    return data<SavedPlace>({ error: refusal.message }, { status: refusal.status });
  }
}

/** Cities by the beginning of their name; none for a text that can't be one. A refusal comes with its words. */
export async function findCities(asked: Asked, viewer: Viewer, query: string) {
  const none: { query: string; cities: City[]; error?: string } = { query, cities: [] };
  const input = citiesQuerySchema.safeParse({ query });
  if (!input.success) return data(none);
  const { auth, profiles } = asked.context.services;
  try {
    await auth.countUse(viewer, "placeLookups");
    return data({ ...none, cities: await profiles.searchCities(viewer, input.data) });
  } catch (error) {
    const refusal = toRefusal(error, "Failed to find cities", asked);
    return data({ ...none, error: refusal.message }, { status: refusal.status });
  }
}
