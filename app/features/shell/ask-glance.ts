import type { Glance } from "~/core/pairing/service";

/** @returns null if the session has ended @throws Error if the server does not answer */
export async function askGlance(): Promise<Glance | null> {
  const response = await fetch("/glance");
  if (!response.ok) throw new Error("no glance");
  return response.json();
}
