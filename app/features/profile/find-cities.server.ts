import type { RouteArgs } from "~/app/lib/refusal.server";
import { citiesQuerySchema } from "~/core/profile/schemas";
import { searchCities } from "~/core/profile/service";
import type { FoundCities } from "./use-location-capture";

export async function findCities({ context }: RouteArgs, query: string): Promise<FoundCities> {
  const input = citiesQuerySchema.safeParse({ query });
  if (!input.success) return { query, cities: [] };
  return { query, cities: await searchCities(context.deps, input.data) };
}
