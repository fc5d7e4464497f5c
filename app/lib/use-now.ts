import { useEffect, useState } from "react";
import { watchMinutes } from "./watch-minutes";

/**
 * The browser's clock, in milliseconds since 1970, updated by {@link watchMinutes}.
 * @param serverNow the server's clock, which server and browser render first
 * @param until milliseconds since 1970
 */
export function useNow(serverNow: number, until: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => watchMinutes(until, setNow), [until]);
  return now;
}
