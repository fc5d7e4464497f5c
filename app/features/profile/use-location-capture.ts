import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { type FormAnswer, useForm } from "~/app/lib/form";
import { findAuthToken } from "~/app/lib/session-token";
import type { City } from "~/core/profile/geocoder";
import { nearestTimezone, type Timezone } from "~/core/shared/timezones";
import { requestCoordinates } from "./geolocation";

export const LOCATION_INTENT = "location";

export interface FoundCities {
  query: string;
  cities: City[];
}

/** The answer of the edit page's action to the buttons that set or search the place. */
export interface PlaceAnswer extends FormAnswer {
  /** The place of the saved position. */
  place?: { location: string; timezone: string | null; isZoneKnown: boolean };
  /** The cities found with scripts off. */
  found?: FoundCities;
}

/** The states of docs/rules.md#location-capture: requesting the position, then saving it. */
export type CaptureState = "idle" | "requesting" | "saving";

/** Saves a position as soon as it is known, separately from the rest of the form. */
export function useLocationCapture(offline: string) {
  const fetcher = useFetcher<PlaceAnswer>();
  const form = useForm({ intent: LOCATION_INTENT, offline, fetcher });
  const [isRequesting, setRequesting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [ownTimezone, setOwnTimezone] = useState<string | null>(null);
  const place = fetcher.data?.place;
  useEffect(() => {
    setOwnTimezone(null);
    if (place && !place.isZoneKnown) sendOwnTimezone().then(setOwnTimezone, () => {});
  }, [place]);

  function save(fields: Record<string, string>) {
    const sent = { intent: LOCATION_INTENT, ...fields };
    fetcher.submit(sent, { method: "post", action: "/profile/edit" });
  }

  async function capture() {
    setFailure(null);
    setRequesting(true);
    try {
      const { latitude, longitude } = await requestCoordinates();
      save({ latitude: String(latitude), longitude: String(longitude) });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setRequesting(false);
    }
  }

  function choose({ latitude, longitude, location }: City) {
    setFailure(null);
    save({ latitude: String(latitude), longitude: String(longitude), location });
  }

  const [error] = form.isBusy ? [] : Object.values(form.errors);
  const state: CaptureState = isRequesting ? "requesting" : form.isBusy ? "saving" : "idle";
  return {
    state,
    error: failure ?? error,
    /** The place that was last saved on this page. */
    place: place && { ...place, timezone: ownTimezone ?? place.timezone },
    capture,
    choose,
  };
}

/**
 * Sets the member's timezone by the browser's own offset, for a position that is far from every
 * known place.
 * @returns the timezone; null if it was refused
 */
async function sendOwnTimezone(): Promise<Timezone | null> {
  const timezone = nearestTimezone(-new Date().getTimezoneOffset());
  const response = await fetch("/api/users/timezone", {
    method: "PUT",
    headers: {
      authorization: `Bearer ${await findAuthToken()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ timezone }),
  });
  return response.ok ? timezone : null;
}
