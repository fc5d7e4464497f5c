import { readFileSync } from "node:fs";
import { type AssetsBinding, PLACES_PATH } from "~/worker/adapters/geo/embedded-geocoder";
import type { Places } from "~/worker/adapters/geo/places";

export const readPlacesFile = () => readFileSync(`public${PLACES_PATH}`, "utf8");

export const loadPlaces = () => JSON.parse(readPlacesFile()) as Places;

export function createDiskAssets(): AssetsBinding & { reads: number } {
  const assets = {
    reads: 0,
    fetch(input: string): Promise<Response> {
      assets.reads += 1;
      const found = new URL(input).pathname === PLACES_PATH;
      return Promise.resolve(
        found ? new Response(readPlacesFile()) : new Response("Not found", { status: 404 }),
      );
    },
  };
  return assets;
}
