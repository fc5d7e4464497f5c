import { type FetcherWithComponents, useFetcher } from "@remix-run/react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { Button } from "~/app/components/button";
import { cx } from "~/app/components/cx";
import { FormError } from "~/app/components/form-banner";
import { CircleQuestion } from "~/app/components/icons";
import { type FormAnswer, type FormState, useForm } from "~/app/lib/form";
import type { ShownQuestion } from "~/core/shared/contract";
import { isolate } from "~/core/shared/isolate";
import { isComposing } from "./composer";
import { CONVERSATION_FAILED } from "./forms";

/** Unsent answers by level. They must survive when the question moves from the list to the bar. */
type AnswerDrafts = RefObject<Map<number, string>>;

interface QuestionLineProps {
  questions: readonly ShownQuestion[];
  partnerName: string;
  drafts: AnswerDrafts;
}

export const isAnswerAwaited = (questions: readonly ShownQuestion[]): boolean =>
  questions.some((one) => one.partner_answered && one.mine === null);

export function QuestionLine(props: QuestionLineProps) {
  return (
    <QuestionDetails
      {...props}
      className="mt-5 border-rule border-t pt-1 open:pb-4"
      summaryClassName="min-h-11 py-2 font-serif text-lg italic"
      panelClassName="pt-1"
    />
  );
}

/** Replaces `QuestionLine` once the partner has answered. The bar is under the header and unfolds over the list. */
export function QuestionBar(props: QuestionLineProps) {
  return (
    <QuestionDetails
      {...props}
      isBar
      panelRef={useListHeight()}
      className="relative z-10 border-rule border-b bg-paper"
      summaryClassName="page-width min-h-11 max-w-3xl font-serif italic"
      panelClassName="absolute inset-x-0 top-full mx-auto max-h-[var(--list-height,calc(var(--page-height)*0.45))] max-w-3xl overflow-y-auto overscroll-contain scroll-pb-14 short:scroll-pb-2 border border-rule-strong bg-paper-raised px-4 py-4 shadow-lift short:py-2 sm:px-6"
    />
  );
}

function useListHeight(): RefObject<HTMLDivElement> {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = document.querySelector("[role=log]");
    const observer = new ResizeObserver(() =>
      panel.current?.style.setProperty("--list-height", `${list?.clientHeight}px`),
    );
    if (list) observer.observe(list);
    return () => observer.disconnect();
  }, []);
  return panel;
}

interface QuestionDetailsProps extends QuestionLineProps {
  className: string;
  summaryClassName: string;
  panelClassName: string;
  panelRef?: RefObject<HTMLDivElement>;
  isBar?: boolean;
}

function QuestionDetails(props: QuestionDetailsProps) {
  const fetcher = useFetcher<FormAnswer>();
  const form = useForm({
    intent: "answer",
    offline: CONVERSATION_FAILED.answer,
    fetcher,
    // No toast, because the panel shows the answer.
    isQuiet: true,
    onSuccess: () => props.drafts.current?.clear(),
  });
  const details = useRef<HTMLDetailsElement>(null);
  useRevealed(props.questions, () => {
    if (details.current) details.current.open = false;
  });
  // Without scripts, the panel is open after a refused answer, so that the member sees the error.
  const [isOpenAtFirst] = useState(Object.keys(form.errors).length > 0);
  const current = props.questions.findLast(({ question }) => question !== null);
  if (!current) return null;
  const isAwaited = isAnswerAwaited(props.questions);
  return (
    <details
      ref={details}
      open={isOpenAtFirst}
      onKeyDown={closeByEscape}
      data-bar={props.isBar}
      className={props.className}
    >
      <summary
        title="A question for today"
        className={cx(
          "flex cursor-pointer items-center gap-2 hover:text-accent [&::-webkit-details-marker]:hidden",
          isAwaited ? "text-accent" : "text-ink-soft",
          props.summaryClassName,
        )}
      >
        <CircleQuestion className={cx("size-5 shrink-0", isAwaited && "fill-accent-wash")} />
        <span aria-live="polite" className="min-w-0 truncate">
          {isAwaited ? (
            <>
              <bdi>{props.partnerName}</bdi> has answered today’s question
            </>
          ) : (
            "A question for today"
          )}
        </span>
      </summary>
      <div ref={props.panelRef} className={props.panelClassName}>
        <div className="mx-auto max-w-measure">
          <CurrentQuestion {...props} {...{ current, form, fetcher }} />
        </div>
      </div>
    </details>
  );
}

/** The page's other handlers of Escape ignore an event whose default was prevented. */
function closeByEscape(event: KeyboardEvent<HTMLDetailsElement>) {
  const details = event.currentTarget;
  if (event.key !== "Escape" || isComposing(event.nativeEvent) || !details.open) return;
  event.preventDefault();
  details.open = false;
  details.querySelector("summary")?.focus();
}

interface CurrentQuestionProps extends QuestionLineProps {
  current: ShownQuestion;
  form: FormState;
  fetcher: FetcherWithComponents<FormAnswer>;
}

function CurrentQuestion(props: CurrentQuestionProps) {
  const { current, partnerName, drafts, form, fetcher } = props;
  const { level, question, mine, theirs } = current;
  const field = useRef<HTMLTextAreaElement>(null);
  // When the answer or the level changes, the text is replaced, not the field. A new field would lose the focus.
  const shown = useRef(`${level} ${mine}`);
  useEffect(() => {
    if (shown.current === `${level} ${mine}`) return;
    shown.current = `${level} ${mine}`;
    if (field.current) field.current.value = drafts.current?.get(level) ?? mine ?? "";
  }, [level, mine, drafts]);
  if (theirs !== null) {
    return <p className="text-ink-soft">You have both answered all of today’s questions.</p>;
  }
  const typed = form.typed("level") === String(level) ? form.typed("answer") : null;
  return (
    <>
      <p className="kicker text-ink-muted in-data-bar:short:sr-only">{titleOf(current)}</p>
      <p
        id="question"
        className="mt-1 font-serif text-ink text-xl in-data-bar:short:text-base in-data-bar:short:leading-snug"
      >
        {question}
      </p>
      <p id="question-note" className="mt-1 text-ink-soft text-sm in-data-bar:short:sr-only">
        <Note current={current} partnerName={partnerName} />
      </p>
      <fetcher.Form
        {...form.props}
        action="."
        className="mt-3 flex flex-col gap-3 in-data-bar:short:mt-1 in-data-bar:short:flex-row in-data-bar:short:flex-wrap in-data-bar:short:items-end in-data-bar:short:gap-2"
      >
        <input type="hidden" name="intent" value="answer" />
        <input type="hidden" name="level" value={level} />
        <textarea
          ref={field}
          name="answer"
          rows={2}
          dir="auto"
          required
          aria-invalid={form.errors.answer ? true : undefined}
          defaultValue={drafts.current?.get(level) ?? typed ?? mine ?? ""}
          onChange={({ target }) => drafts.current?.set(level, target.value)}
          aria-label="Your answer"
          aria-describedby="question question-note"
          autoComplete="off"
          className="field-sizing-content max-h-40 min-h-[4.5rem] w-full resize-none in-data-bar:short:min-h-11 in-data-bar:short:w-0 in-data-bar:short:flex-1 in-data-bar:short:basis-40 rounded-md border border-rule-strong bg-paper px-3 py-2 font-serif text-lg leading-snug hover:border-ink"
        />
        <FormError error={Object.values(form.errors)[0]} />
        {/* The button is never pending, because sending an answer twice does no harm. */}
        <div className="bottom-0 in-data-bar:sticky in-data-bar:bg-paper-raised">
          <Button type="submit" size="sm">
            {mine === null ? "Answer" : "Change my answer"}
          </Button>
        </div>
      </fetcher.Form>
    </>
  );
}

function Note({ current, partnerName }: { current: ShownQuestion; partnerName: string }) {
  const name = <bdi>{partnerName}</bdi>;
  if (current.mine === null) {
    return current.partner_answered ? (
      <>{name} has answered. Both answers open as soon as you have answered too.</>
    ) : (
      <>Both answers open at once, when both of you have answered. You can leave it, too.</>
    );
  }
  if (current.partner_answered) return <>You have both answered, and these answers stay sealed.</>;
  return <>Yours opens when {name} has answered too. You can change it until then.</>;
}

export function SealedAnswers({
  questions,
  partnerName,
}: Pick<QuestionLineProps, "questions" | "partnerName">) {
  const name = <bdi>{partnerName}</bdi>;
  return questions
    .filter((one) => one.theirs === null && (one.mine !== null || one.partner_answered))
    .map((question) => (
      <AnsweredQuestion key={question.level} {...{ question, partnerName }}>
        <p className="mt-2 text-ink-muted text-sm">
          {question.mine === null ? (
            <>{name} has answered, and you have not. The answer stays sealed.</>
          ) : question.partner_answered ? (
            "You have both answered, and these answers stay sealed."
          ) : (
            <>{name} has not answered, so yours stayed sealed.</>
          )}
        </p>
      </AnsweredQuestion>
    ));
}

/** Calls `onReveal` when the reader's own answer reveals a level. */
function useRevealed(questions: readonly ShownQuestion[], onReveal: (level: number) => void) {
  const before = useRef(questions);
  const latest = useRef(onReveal);
  latest.current = onReveal;
  useEffect(() => {
    const unanswered = before.current.filter(({ mine }) => mine === null);
    before.current = questions;
    const isFresh = ({ level, theirs }: ShownQuestion) =>
      theirs !== null && unanswered.some((one) => one.level === level);
    const revealed = questions.find(isFresh);
    if (revealed) latest.current(revealed.level);
  }, [questions]);
}

export const useRevealInSight = (questions: readonly ShownQuestion[]) =>
  useRevealed(questions, (level) =>
    document.getElementById(idOf(level))?.scrollIntoView({ block: "center" }),
  );

const idOf = (level: number) => `question-${level}`;

const titleOf = ({ level }: ShownQuestion) => `Question ${level} of 3`;

interface AnsweredQuestionProps {
  question: ShownQuestion;
  partnerName: string;
  children?: ReactNode;
}

export function AnsweredQuestion({ question, partnerName, children }: AnsweredQuestionProps) {
  const answers = [
    ["You", question.mine],
    [isolate(partnerName), question.theirs],
  ] as const;
  return (
    <section
      id={idOf(question.level)}
      aria-label={titleOf(question)}
      className="turned mx-auto mt-6 mb-2 w-full max-w-measure rounded-lg border border-rule bg-paper-raised px-5 py-4 sm:px-6"
    >
      <p className="kicker text-accent">{titleOf(question)}</p>
      <p className="mt-1 font-serif text-ink text-xl">{question.question}</p>
      <dl className="flex flex-col">
        {answers.map(([name, text]) =>
          text === null ? null : (
            <div key={name} className="mt-3">
              <dt className="text-ink-muted text-sm">{name}</dt>
              <dd
                dir="auto"
                className="whitespace-pre-line font-serif text-lg [overflow-wrap:anywhere]"
              >
                {text}
              </dd>
            </div>
          ),
        )}
      </dl>
      {children}
    </section>
  );
}
