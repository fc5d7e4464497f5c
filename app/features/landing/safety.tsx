import { Section } from "~/app/components/section";
import { MINIMUM_AGE_YEARS } from "~/core/shared/constants";
import { PROMISES } from "~/core/shared/promises";

/** These sentences promise what the code does. A change of the code must change these sentences and the Terms. */
const STRIP = [
  [`${MINIMUM_AGE_YEARS} and over`, "A younger date of birth is refused, and is never drawn."],
  ["A town, no address", PROMISES.place],
  ["Block at any time", PROMISES.block],
  ["Reports with evidence", PROMISES.report],
  ["Gone when you go", PROMISES.deletion],
] as const;

export function Safety() {
  return (
    <Section id="safety" title="Safe by design" className="mt-20">
      <dl className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-5">
        {STRIP.map(([term, text]) => (
          <div key={term}>
            <dt className="font-medium font-serif text-xl leading-snug">{term}</dt>
            <dd className="mt-1.5 text-ink-soft text-sm leading-relaxed">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
