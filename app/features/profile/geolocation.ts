import { type Coordinates, roundForSending } from "~/core/shared/coordinates";

/** The longest time for the browser's answer (docs/rules.md#location-capture). */
const TIMEOUT_MS = 15_000;

/** The messages of docs/rules.md#location-capture, by the code of a GeolocationPositionError. */
const MESSAGES: ReadonlyMap<number, string> = new Map([
  [1, "Location access denied. Please enable location permissions in your browser settings."],
  [2, "Location unavailable. Please try again later."],
  [3, "Location request timed out. Please try again."],
]);
const OTHER = "Error getting your location.";
const UNSUPPORTED = "Geolocation is not supported by your browser";

export function geolocationMessage(code: unknown): string {
  return (typeof code === "number" ? MESSAGES.get(code) : undefined) ?? OTHER;
}

/**
 * Gets the browser's position to two decimals (docs/rules.md#location-capture): with high accuracy,
 * within 15 seconds, never a cached one.
 * @throws Error whose message can be shown
 */
export function requestCoordinates(
  geolocation: Geolocation | undefined = globalThis.navigator?.geolocation,
): Promise<Coordinates> {
  return new Promise((resolve, reject) => {
    // The property is missing in old browsers and on pages served over plain http.
    if (!geolocation) return reject(new Error(UNSUPPORTED));
    geolocation.getCurrentPosition(
      ({ coords }) => resolve(roundForSending(coords)),
      (failure) => reject(new Error(geolocationMessage(failure?.code))),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 },
    );
  });
}
