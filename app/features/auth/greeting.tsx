import { useHydrated } from "~/app/components/use-hydrated";
import { partOfDay } from "~/app/lib/format-local";

const GREETINGS = {
  morning: "Good morning.",
  afternoon: "Good afternoon.",
  evening: "Good evening.",
  night: "Good evening.",
};

/** A greeting by the reader's own clock; one for any hour until scripts know it. */
export function Greeting() {
  return useHydrated() ? GREETINGS[partOfDay(Date.now())] : "Welcome back.";
}
