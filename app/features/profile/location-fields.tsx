import { useActionData, useFetcher } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button } from "~/app/components/button";
import { Banner } from "~/app/components/form-banner";
import { LocateFixed } from "~/app/components/icons";
import { TextField } from "~/app/components/text-field";
import { useHydrated } from "~/app/components/use-hydrated";
import type { City } from "~/core/profile/geocoder";
import type { MemberDto } from "~/core/shared/contract";
import { timezoneLabel } from "~/core/shared/timezones";
import {
  type CaptureState,
  type FoundCities,
  type PlaceAnswer,
  useLocationCapture,
} from "./use-location-capture";

export const SEARCH_INTENT = "search-cities";
const toValue = (city: City) => JSON.stringify(city);

const CAPTURE_WORDS: Record<CaptureState, string> = {
  idle: "Get Current Location",
  requesting: "Getting your location…",
  saving: "Saving your location…",
};

interface LocationFieldsProps {
  user: MemberDto;
  offline: string;
}

export function LocationFields({ user, offline }: LocationFieldsProps) {
  const hydrated = useHydrated();
  const capture = useLocationCapture(offline);
  const page = useActionData<PlaceAnswer>();
  /** Without scripts: the answer to a search, or to the choice of a city. */
  const answer = page?.intent ? page : undefined;
  // The answer's place comes first, because the loader's member was read before the action.
  const place = capture.place ?? answer?.place;
  const error = capture.error ?? (hydrated ? null : Object.values(answer?.errors ?? {})[0]);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The notice is below the button, and often below the edge of a small screen.
    if (capture.error) notice.current?.scrollIntoView({ block: "nearest" });
  }, [capture.error]);
  const location = place?.location ?? user.location ?? "";
  const timezone = place?.timezone ?? user.timezone;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <TextField
          label="Location"
          name="location"
          value={location}
          readOnly
          placeholder="Not specified"
          hint="A new location is saved at once."
          className="min-w-0 flex-1"
        />
        <Button
          variant="secondary"
          pending={capture.state !== "idle"}
          disabled={!hydrated}
          onClick={capture.capture}
          className="shrink-0 noscript:hidden"
        >
          {capture.state === "idle" ? <LocateFixed aria-hidden className="size-4" /> : null}
          {CAPTURE_WORDS[capture.state]}
        </Button>
      </div>
      {error ? (
        <div ref={notice} className="scroll-mb-28">
          <Banner tone="error">{error}</Banner>
        </div>
      ) : null}
      <CityField found={hydrated ? undefined : answer?.found} onChoose={capture.choose} />
      <TextField
        label="Timezone"
        name="timezone"
        value={timezone === null ? "" : timezoneLabel(timezone)}
        readOnly
        placeholder="Not specified"
        hint="Set automatically from your location."
      />
    </div>
  );
}

interface CityFieldProps {
  found: FoundCities | undefined;
  onChoose: (city: City) => void;
}

const PAUSE_MS = 200;

/** Without scripts, a button searches for the typed name, and each city's button submits the form. */
function CityField({ found, onChoose }: CityFieldProps) {
  const hydrated = useHydrated();
  const fetcher = useFetcher<(FoundCities & { error?: string }) | null>();
  const [text, setText] = useState(found?.query ?? "");
  const query = text.trim();
  const answer = hydrated ? fetcher.data : found;
  const { load } = fetcher;
  useEffect(() => {
    if (query === "") return;
    const path = `/profile/cities?${new URLSearchParams({ query })}`;
    const pause = setTimeout(() => load(path), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [query, load]);

  function choose(city: City) {
    setText("");
    onChoose(city);
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-3">
        <TextField
          label="Or choose a city"
          name="city_query"
          hint="For when you would rather not share your position."
          className="min-w-0 flex-1"
          placeholder="Start typing its name"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          // After hydration the field belongs to no form, so Enter sends nothing.
          form={hydrated ? "none" : undefined}
        />
        {hydrated ? null : (
          <Button type="submit" variant="secondary" name="intent" value={SEARCH_INTENT}>
            Search
          </Button>
        )}
      </div>
      <p aria-live="polite" className="text-ink-muted text-sm empty:hidden">
        {answer && answer.cities.length === 0 && answer.query.trim() === query
          ? (fetcher.data?.error ?? "No city of that name is known to us.")
          : null}
      </p>
      {answer && answer.cities.length > 0 && query !== "" ? (
        <ul aria-label="Cities" className="flex flex-col gap-2">
          {answer.cities.map((city) => (
            <li key={toValue(city)}>
              <Button
                type={hydrated ? "button" : "submit"}
                variant="secondary"
                size="sm"
                name="city"
                value={toValue(city)}
                onClick={() => choose(city)}
              >
                {city.location}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
