import { partOfDay } from "~/app/lib/format-local";

/** The countdown ring as text, for screen readers. @param countdown such as 'in 5 hours' */
export const nextIntroductionsLabel = (countdown: string) =>
  `The next introductions are ${countdown}`;

const EDITIONS = {
  morning: "Morning edition",
  afternoon: "Afternoon edition",
  evening: "Evening edition",
  night: "Midnight edition",
};

/** The name of the edition by the reader's own clock, as of a newspaper. @param now milliseconds since 1970 */
export const editionAt = (now: number) => EDITIONS[partOfDay(now)];
