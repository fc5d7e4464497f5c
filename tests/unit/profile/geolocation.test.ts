import { describe, expect, test } from "vitest";
import { requestCoordinates } from "~/app/features/profile/geolocation";

type Asked = Parameters<Geolocation["getCurrentPosition"]>;

function fakeBrowser(answer: (...asked: Asked) => void): Geolocation {
  return { getCurrentPosition: answer, watchPosition: () => 0, clearWatch: () => {} };
}

describe("requestCoordinates", () => {
  test("requestCoordinates asks for high accuracy, 15 seconds and no cached position, and rounds to two decimals", async () => {
    let options: PositionOptions | undefined;
    const browser = fakeBrowser((resolve, _reject, asked) => {
      options = asked;
      resolve({ coords: { latitude: 52.516274, longitude: -13.377704 } } as GeolocationPosition);
    });
    expect(await requestCoordinates(browser)).toEqual({ latitude: 52.52, longitude: -13.38 });
    expect(options).toEqual({ enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 });
  });

  test.each([
    [1, "Location access denied. Please enable location permissions in your browser settings."],
    [2, "Location unavailable. Please try again later."],
    [3, "Location request timed out. Please try again."],
    [4, "Error getting your location."],
    [undefined, "Error getting your location."],
  ])("requestCoordinates rejects code %s with its message", async (code, words) => {
    const browser = fakeBrowser((_resolve, reject) =>
      reject?.({ code } as unknown as GeolocationPositionError),
    );
    await expect(requestCoordinates(browser)).rejects.toThrow(words);
  });

  test("requestCoordinates rejects if the browser has no geolocation", async () => {
    const none = undefined as unknown as Geolocation;
    const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
    Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
    try {
      await expect(requestCoordinates(none)).rejects.toThrow(
        "Geolocation is not supported by your browser",
      );
    } finally {
      if (before) Object.defineProperty(globalThis, "navigator", before);
    }
  });
});
