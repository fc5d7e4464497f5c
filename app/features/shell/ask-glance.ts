import type { Glance } from "~/core/pairing/service";

/**
 * Fetches the news of today's conversation; null if the session has ended.
 * @throws Error if there is no answer; the next call may get one
 */
export async function askGlance(): Promise<Glance | null> {
  const response = await fetch("/glance");
  if (!response.ok) throw new Error("no glance");
  return response.json();
}
