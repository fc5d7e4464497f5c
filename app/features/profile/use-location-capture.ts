import { useFetcher } from "@remix-run/react";
import { useEffect, useState } from "react";
import { type ActionData, formErrors, useActionToast } from "~/app/lib/action-data";
import { requestCoordinates } from "~/app/lib/geolocation";
import type { City } from "~/core/ports";
import { sendOwnTimezone } from "./own-timezone";
import type { EDIT_FORMS } from "./profile-form";

const INTENT = "location" satisfies keyof typeof EDIT_FORMS;

export interface FoundCities {
  query: string;
  cities: City[];
}

/** The answer of the edit page's action, for each of its buttons. */
export interface EditAnswer extends ActionData {
  /** The place of the saved position. */
  place?: { location: string; timezone: string | null; isZoneKnown: boolean };
  /** The cities found with scripts off. */
  found?: FoundCities;
}

/** The capture's states of docs/rules.md#location-capture: requesting the position, then saving it. */
export type CaptureState = "idle" | "requesting" | "saving";

/** Saves a position as soon as it is known, separately from the rest of the form. */
export function useLocationCapture() {
  const fetcher = useFetcher<EditAnswer>();
  const [isRequesting, setRequesting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const answer = fetcher.data;
  useActionToast(answer);
  const [ownTimezone, setOwnTimezone] = useState<string | null>(null);
  const place = answer?.place;
  useEffect(() => {
    setOwnTimezone(null);
    if (place && !place.isZoneKnown) sendOwnTimezone().then(setOwnTimezone, () => {});
  }, [place]);

  function save(fields: Record<string, string>) {
    fetcher.submit({ intent: INTENT, ...fields }, { method: "post", action: "/profile/edit" });
  }

  /** Gets the coordinates from the browser, and saves them. */
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

  /** Saves a city that was chosen by name. */
  function choose({ latitude, longitude, location }: City) {
    setFailure(null);
    save({ latitude: String(latitude), longitude: String(longitude), location });
  }

  const isSaving = fetcher.state !== "idle";
  const state: CaptureState = isRequesting ? "requesting" : isSaving ? "saving" : "idle";
  return {
    state,
    error: failure ?? (isSaving ? null : (formErrors(answer)?.[0] ?? null)),
    /** The place that was last saved on this page. */
    place: place && { ...place, timezone: ownTimezone ?? place.timezone },
    capture,
    choose,
  };
}
