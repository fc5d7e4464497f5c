export interface Place {
  location: string;
  /** Null where it can't be told: no place is near. */
  timezone: string | null;
}

export interface City extends Place {
  latitude: number;
  longitude: number;
}

export interface Geocoder {
  /**
   * Place name and timezone at a point. Never throws: without a place it returns the coordinates as text and no
   * timezone.
   */
  locate(point: { latitude: number; longitude: number }): Promise<Place>;
  /** Cities whose name begins with the query, the largest first. */
  searchCities(query: string, limit: number): Promise<City[]>;
}
