import { cx } from "~/app/components/cx";

interface Line {
  time: string;
  isOwn?: boolean;
  text: string;
}

const LINES: readonly Line[] = [
  {
    time: "12:04 am",
    text: "Hello, stranger. I have tea, a cat on my feet and no idea what to ask.",
  },
  {
    time: "12:11 am",
    isOwn: true,
    text: "Ask what I’d save from a fire. Everyone does, so I have rehearsed.",
  },
  { time: "12:12 am", text: "Then I won’t. What would you leave?" },
  { time: "7:48 am", isOwn: true, text: "Slept on it. The piano. I have never forgiven it." },
  { time: "1:30 pm", text: "You can’t say that and go to lunch." },
  {
    time: "6:15 pm",
    isOwn: true,
    text: "I was nine, it was Schumann, my uncle applauded. In the wrong place.",
  },
  {
    time: "11:41 pm",
    text: "Nineteen minutes. There is a bench by the river in Porto, facing the wrong way. I read there on Sundays.",
  },
  { time: "11:58 pm", isOwn: true, text: "I’ll bring the music. Without the uncle." },
];

export function SampleDay() {
  return (
    <section
      aria-labelledby="sample-day"
      className="mt-20 grid gap-x-16 gap-y-8 lg:grid-cols-[2fr_3fr]"
    >
      <div className="max-w-md lg:sticky lg:top-8 lg:self-start">
        <h2 id="sample-day" className="text-title">
          A day, for example
        </h2>
        <p className="mt-4 text-ink-soft leading-relaxed">
          Some write all evening, some twice. Nobody has to be quick: there is a whole day, and
          nobody else is waiting in it.
        </p>
        <p className="mt-4 text-ink-muted text-sm">
          Mira, 34 years, and you. Both made up: what members write is theirs.
        </p>
      </div>
      <ol className="flex flex-col border-rule border-t border-b py-5">
        {LINES.map(({ time, isOwn, text }) => (
          <li
            key={time}
            className="reveal grid grid-cols-[min(4.5rem,22vw)_minmax(0,1fr)] items-baseline gap-x-4 py-1.5 sm:grid-cols-[5.5rem_minmax(0,1fr)]"
          >
            <span className="text-end text-ink-muted text-sm tabular-nums">{time}</span>
            <p
              className={cx(
                "w-fit max-w-[34rem] rounded-lg px-[min(1rem,5vw)] py-2.5 leading-relaxed",
                isOwn
                  ? "justify-self-end rounded-ee-sm bg-ink text-paper"
                  : "rounded-es-sm border border-rule bg-paper-raised",
              )}
            >
              <span className="sr-only">{isOwn ? "You: " : "Mira: "}</span>
              {text}
            </p>
          </li>
        ))}
        <li className="grid grid-cols-[min(4.5rem,22vw)_minmax(0,1fr)] items-baseline gap-x-4 pt-6 sm:grid-cols-[5.5rem_minmax(0,1fr)]">
          <span className="text-end font-semibold text-accent text-sm tabular-nums">12:00 am</span>
          <p className="font-serif text-ink-soft text-lg italic">
            The conversation closes, and stays with both of them to read.
          </p>
        </li>
      </ol>
    </section>
  );
}
