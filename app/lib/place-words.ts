/**
 * A place as screens show it: a city that is its own state stands once, 'Berlin, Germany'. What is stored and what the API
 * answers has all three parts (docs/decisions/region.md).
 */
export function placeWords(location: string): string {
  const [city, state, ...rest] = location.split(", ");
  return city === state && rest.length > 0 ? [city, ...rest].join(", ") : location;
}
