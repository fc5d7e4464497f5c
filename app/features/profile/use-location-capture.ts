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

export interface PlaceAnswer extends FormAnswer {
  place?: { location: string; timezone: string | null; isZoneKnown: boolean };
  found?: FoundCities;
}

export type CaptureState = "idle" | "requesting" | "saving";

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
    place: place && { ...place, timezone: ownTimezone ?? place.timezone },
    capture,
    choose,
  };
}

/**
 * The server can't tell the timezone of a position that is far from every known place, so the browser's timezone is
 * sent.
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
