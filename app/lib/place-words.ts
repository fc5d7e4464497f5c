/**
 * A place as screens show it. A city with the name of its state is named once: 'Berlin, Germany'. The database and the
 * API have all three parts (docs/decisions/region.md).
 */
export function placeWords(location: string): string {
  const [city, state, ...rest] = location.split(", ");
  return city === state && rest.length > 0 ? [city, ...rest].join(", ") : location;
}
