import type { Glance } from "~/core/pairing/service";

/**
 * Asks for the news of today's conversation; null once the session is over.
 * @throws Error if no answer comes: the next question may be answered
 */
export async function askGlance(): Promise<Glance | null> {
  const response = await fetch("/glance");
  if (!response.ok) throw new Error("no glance");
  return response.json();
}
