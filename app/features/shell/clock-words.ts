import { partOfDay } from "~/app/lib/format-local";

/** The ring as text, for those who don't see it. @param countdown such as 'in 5 hours' */
export const nextIntroductionsLabel = (countdown: string) =>
  `The next introductions are ${countdown}`;

const EDITIONS = {
  morning: "Morning edition",
  afternoon: "Afternoon edition",
  evening: "Evening edition",
  night: "Midnight edition",
};

/** The edition of the paper by the reader's own clock. @param now milliseconds since 1970 */
export const editionAt = (now: number) => EDITIONS[partOfDay(now)];
