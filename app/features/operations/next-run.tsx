import { useFetcher } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { Fact, Facts } from "~/app/components/facts";
import { Section } from "~/app/components/section";
import { type FormAnswer, useForm } from "~/app/lib/form";

export const PREVIEW_INTENT = "preview";
export const RUN_INTENT = "run";
export const RUN_FAILED = "The run could not be made";

interface RunPreview {
  /** The number of conversations that the run would end. */
  open: number;
  members: number;
  pairs: number;
  unmatched: number;
}

/** Answer to the forms of this section. */
interface NextRunAnswer extends FormAnswer {
  preview?: RunPreview;
  /** What was done. */
  done?: string;
}

/** Starts a run by hand: the admin sees its numbers first, and then confirms it. */
export function NextRun() {
  const fetcher = useFetcher<NextRunAnswer>();
  const { preview, done } = fetcher.data ?? {};
  const form = useForm({ offline: RUN_FAILED, fetcher });
  const error = form.errors[""];
  const pending = (intent: string) =>
    fetcher.state !== "idle" && fetcher.formData?.get("intent") === intent;
  return (
    <Section id="next-run" title="A run by hand">
      <fetcher.Form method="post" action="/admin" className="mt-5 flex flex-col gap-5">
        <div aria-live="polite">
          {preview ? <Numbers preview={preview} /> : null}
          {done ? <p>{done}.</p> : null}
          {error ? (
            <p role="alert" className="font-medium text-accent">
              {error}
            </p>
          ) : null}
          {!preview && !done && !error ? (
            <p className="text-ink-muted">See what a run would make now, before it is made.</p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            name="intent"
            value={PREVIEW_INTENT}
            variant="secondary"
            pending={pending(PREVIEW_INTENT)}
          >
            Preview
          </Button>
          {preview ? (
            <Button
              type="submit"
              name="intent"
              value={RUN_INTENT}
              variant="danger"
              pending={pending(RUN_INTENT)}
            >
              Run now
            </Button>
          ) : null}
        </div>
        {preview ? (
          <p className="max-w-measure text-ink-muted text-sm">
            A run ends today’s open conversations and pairs everyone again until midnight UTC.
          </p>
        ) : null}
      </fetcher.Form>
    </Section>
  );
}

function Numbers({ preview }: { preview: RunPreview }) {
  return (
    <Facts>
      <Fact term="Conversations ended">{preview.open}</Fact>
      <Fact term="Members">{preview.members}</Fact>
      <Fact term="Pairs">{preview.pairs}</Fact>
      <Fact term="Left out">{preview.unmatched}</Fact>
    </Facts>
  );
}
