import type { AppLoadContext } from "@remix-run/cloudflare";
import { placeWords } from "~/app/lib/format-profile";
import type { PartnerDto } from "~/core/shared/contract";
import { locationForOthers } from "~/core/shared/coordinates";

/**
 * The place that the partner wrote, or else the name of the place near the partner's coordinates, which are never
 * shown.
 */
export async function findPlace(
  { deps }: AppLoadContext,
  partner: Pick<PartnerDto, "location" | "latitude" | "longitude">,
): Promise<string | null> {
  const { location, latitude, longitude } = partner;
  if (location) return placeWords(location);
  if (latitude === null || longitude === null) return null;
  const place = await deps.geocoder.locate({ latitude, longitude });
  const found = locationForOthers(place.location);
  return found && placeWords(found);
}
