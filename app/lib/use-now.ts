import { useEffect, useState } from "react";
import { clockLead, watchMinutes } from "./browser-clock";

/**
 * Milliseconds since 1970, updated by {@link watchMinutes}.
 * @param serverNow the server's clock, rendered first by server and browser
 */
export function useNow(serverNow: number, until: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => watchMinutes(until, setNow), [until]);
  return now;
}

/**
 * The server's clock, which decides what day it is: the browser's clock minus its lead.
 * @param now the result of {@link useNow}
 */
export function useServerNow(serverNow: number, now: number): number {
  const [lead, setLead] = useState(0);
  useEffect(() => setLead(clockLead(serverNow)), [serverNow]);
  return Math.max(serverNow, now - lead);
}
