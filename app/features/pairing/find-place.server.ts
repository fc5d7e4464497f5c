import type { AppLoadContext } from "@remix-run/cloudflare";
import { placeWords } from "~/app/lib/format-profile";
import type { Viewer } from "~/core/accounts/viewer";
import type { PartnerDto } from "~/core/shared/contract";
import { locationForOthers } from "~/core/shared/coordinates";

/**
 * Finds a partner's place as text: the place that they wrote, or else the name of the one near their coordinates
 * (docs/rules.md#screens). Null if both are unknown. Coordinates are never shown to others.
 */
export async function findPlace(
  context: AppLoadContext,
  viewer: Viewer,
  partner: Pick<PartnerDto, "location" | "latitude" | "longitude">,
): Promise<string | null> {
  const { location, latitude, longitude } = partner;
  if (location) return placeWords(location);
  if (latitude === null || longitude === null) return null;
  const place = await context.services.profiles.locate(viewer, { latitude, longitude });
  const found = locationForOthers(place.location);
  return found && placeWords(found);
}
