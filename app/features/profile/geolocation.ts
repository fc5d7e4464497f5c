import { type Coordinates, roundForSending } from "~/core/shared/coordinates";

const TIMEOUT_MS = 15_000;

/** Keyed by the code of a GeolocationPositionError. */
const MESSAGES: ReadonlyMap<number, string> = new Map([
  [1, "Location access denied. Please enable location permissions in your browser settings."],
  [2, "Location unavailable. Please try again later."],
  [3, "Location request timed out. Please try again."],
]);
const OTHER = "Error getting your location.";
const UNSUPPORTED = "Geolocation is not supported by your browser";

/**
 * @returns the browser's position, rounded to two decimals
 * @throws Error whose message can be shown
 */
export function requestCoordinates(
  geolocation: Geolocation | undefined = globalThis.navigator?.geolocation,
): Promise<Coordinates> {
  return new Promise((resolve, reject) => {
    // Old browsers and pages served over plain http have no geolocation.
    if (!geolocation) return reject(new Error(UNSUPPORTED));
    geolocation.getCurrentPosition(
      ({ coords }) => resolve(roundForSending(coords)),
      (failure) => reject(new Error(MESSAGES.get(failure.code) ?? OTHER)),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 },
    );
  });
}
