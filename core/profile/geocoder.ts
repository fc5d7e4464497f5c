import type { Coordinates } from "~/core/shared/coordinates";

export interface Place {
  location: string;
  timezone: string | null;
}

export interface City extends Place, Coordinates {}

export interface Geocoder {
  /** Never throws. If no known place is near, `location` is the coordinates as text and `timezone` is null. */
  locate(point: Coordinates): Promise<Place>;
  /** The largest city first. */
  searchCities(query: string, limit: number): Promise<City[]>;
}
