import { data } from "~/app/framework.server";
import type { ActionData } from "~/app/lib/action-data";
import { acceptForm, tryForm } from "~/app/lib/answer-form.server";
import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import type { Viewer } from "~/core/auth/viewer";
import type { City } from "~/core/ports";
import { citiesQuerySchema, updateLocationSchema } from "~/core/profile/schemas";
import { parseInput } from "~/core/shared/parse";
import { type EditAnswer, LOCATION_INTENT } from "./use-location-capture";

/**
 * Saves a position as the location call does: place name and timezone are found by the server.
 * @param initialValue what was typed into the rest of the form
 */
export function saveLocation(
  args: RouteArgs,
  viewer: Viewer,
  position: unknown,
  initialValue?: ActionData["initialValue"],
) {
  const shared = { intent: LOCATION_INTENT, initialValue };
  const { auth, profiles } = args.context.services;
  return tryForm(args, { ...shared, fallback: "Failed to update profile" }, async () => {
    const input = parseInput(updateLocationSchema, position);
    await auth.countUse(viewer, "profileWrites");
    const { location, timezone } = await profiles.updateLocation(viewer, input);
    const toast = { type: "success", message: "Your location has been updated" };
    return acceptForm<EditAnswer>({ ...shared, place: { location, timezone }, toast });
  });
}

/** Cities by the beginning of their name; none for a text that can't be one. A refusal comes with its words. */
export async function findCities(args: RouteArgs, viewer: Viewer, query: string) {
  const none: { query: string; cities: City[]; error?: string } = { query, cities: [] };
  const input = citiesQuerySchema.safeParse({ query });
  if (!input.success) return data(none);
  const { auth, profiles } = args.context.services;
  try {
    await auth.countUse(viewer, "placeLookups");
    return data({ ...none, cities: await profiles.searchCities(viewer, input.data) });
  } catch (error) {
    const refusal = toRefusal(error, "Failed to find cities", args);
    return data({ ...none, error: refusal.message }, { status: refusal.status });
  }
}
