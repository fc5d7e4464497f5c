import { useEffect, useState } from "react";
import { watchMinutes } from "./watch-minutes";

/**
 * The browser's clock, in milliseconds since 1970, renewed by {@link watchMinutes}.
 *
 * @param serverNow the server's clock: what both sides render first
 * @param until milliseconds since 1970
 */
export function useNow(serverNow: number, until: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => watchMinutes(until, setNow), [until]);
  return now;
}
