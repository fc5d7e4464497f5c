import { Section } from "~/app/components/section";
import { EVIDENCE_MESSAGES, MINIMUM_AGE_YEARS } from "~/core/shared/constants";

/** Each of these is what the code does (the Terms say it at length): change both together. */
const PROMISES = [
  [`${MINIMUM_AGE_YEARS} and over`, "A younger date of birth is refused, and is never drawn."],
  ["A town, no address", "Your position is rounded to about 11 km before it is stored."],
  ["Block at any time", "The conversation ends at once, and the two of you are not paired again."],
  [
    "Reports with evidence",
    `The last ${EVIDENCE_MESSAGES} messages go to a moderator, not to the other one.`,
  ],
  ["Gone when you go", "Delete your account, and profile and conversations are gone at once."],
] as const;

/** What is true of safety, in one strip. */
export function Safety() {
  return (
    <Section id="safety" title="Safe by design" className="mt-20">
      <dl className="mt-6 grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-5">
        {PROMISES.map(([term, text]) => (
          <div key={term}>
            <dt className="font-medium font-serif text-xl leading-snug">{term}</dt>
            <dd className="mt-1.5 text-ink-soft text-sm leading-relaxed">{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
