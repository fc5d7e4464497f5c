import type { Coordinates } from "~/core/shared/coordinates";

export interface Place {
  location: string;
  timezone: string | null;
}

export interface City extends Place, Coordinates {}

export interface Geocoder {
  /** Never throws. If no place is known, the name is the coordinates as text and the timezone is null. */
  locate(point: Coordinates): Promise<Place>;
  /** The largest city first. */
  searchCities(query: string, limit: number): Promise<City[]>;
}
