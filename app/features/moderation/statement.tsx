import { Fact, Facts } from "~/app/components/facts";
import { LocalTime } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { WARNING_DAYS } from "~/core/shared/constants";
import type { AppealWordsDto, OwnActionDto } from "~/core/shared/contract";
import { PROMISES } from "~/core/shared/promises";
import { KIND_WORDS, REASON_WORDS } from "./action-words";

export function Statement({ action }: { action: OwnActionDto }) {
  return (
    <Section id="decision" title="The decision">
      <Facts className="mt-2">
        <Fact term="What was decided">{KIND_WORDS[action.kind]}</Fact>
        <Fact term="Reason">{REASON_WORDS[action.reason]}</Fact>
        <Fact term="Decided on">
          <LocalTime instant={action.created_at} withTime />
        </Fact>
        <Fact term="Until">
          <End action={action} />
        </Fact>
      </Facts>
      <blockquote className="mt-5 max-w-measure whitespace-pre-line border-accent border-s-2 ps-5 font-serif text-ink text-lede [overflow-wrap:anywhere]">
        {action.text}
      </blockquote>
      <p className="mt-5 max-w-measure text-ink-soft">
        A person decided this, not a program, by our Terms of Service. Where it follows a report,
        they read it with the messages that were kept with it.
      </p>
    </Section>
  );
}

function End({ action }: { action: OwnActionDto }) {
  if (action.until !== null) return <LocalTime instant={action.until} withTime />;
  if (action.kind === "ban") return "It has no end";
  return `It stays on your account for ${WARNING_DAYS} days, and restricts nothing`;
}

const STATES = {
  open: `Your appeal has been received. ${PROMISES.appeal} You will find the answer here.`,
  upheld: "Your appeal was looked at, and the decision stays.",
  overturned: "Your appeal was looked at, and the decision was taken back.",
};

export function AppealState({ words: { state, text, answer } }: { words: AppealWordsDto }) {
  return (
    <div className="flex max-w-measure flex-col gap-4">
      <p role="status">{STATES[state]}</p>
      {answer ? (
        <blockquote className="whitespace-pre-line border-rule-strong border-s-2 ps-5 [overflow-wrap:anywhere]">
          {answer}
        </blockquote>
      ) : null}
      <p className="whitespace-pre-line text-ink-muted text-sm [overflow-wrap:anywhere]">
        You wrote: {text}
      </p>
    </div>
  );
}
