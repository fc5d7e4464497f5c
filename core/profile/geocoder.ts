export interface Place {
  location: string;
  timezone: string | null;
}

export interface City extends Place {
  latitude: number;
  longitude: number;
}

export interface Geocoder {
  /** Never throws. If no place is known, the name is the coordinates as text and the timezone is null. */
  locate(point: { latitude: number; longitude: number }): Promise<Place>;
  /** The largest city first. */
  searchCities(query: string, limit: number): Promise<City[]>;
}
