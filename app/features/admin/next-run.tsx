import { useFetcher } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { Fact, Facts } from "~/app/components/facts";
import { Section } from "~/app/components/section";
import { type ActionData, formErrors } from "~/app/lib/action-data";

export const PREVIEW_INTENT = "preview";
export const RUN_INTENT = "run";

interface RunPreview {
  /** The number of conversations that the run would end. */
  open: number;
  members: number;
  pairs: number;
  unmatched: number;
}

/** Answer to the forms of this section. */
export interface NextRunAnswer extends ActionData {
  preview?: RunPreview;
  message?: string;
}

/** Starts a run by hand: the admin sees its numbers first, and then confirms it. */
export function NextRun() {
  const fetcher = useFetcher<NextRunAnswer>();
  const { preview, message } = fetcher.data ?? {};
  const [error] = formErrors(fetcher.data) ?? [];
  const pending = (intent: string) =>
    fetcher.state !== "idle" && fetcher.formData?.get("intent") === intent;
  return (
    <Section id="next-run" title="A run by hand">
      <fetcher.Form method="post" action="/admin" className="mt-5 flex flex-col gap-5">
        <div aria-live="polite">
          {preview ? <Numbers preview={preview} /> : null}
          {message ? <p>{message}.</p> : null}
          {error ? (
            <p role="alert" className="font-medium text-accent">
              {error}
            </p>
          ) : null}
          {!preview && !message && !error ? (
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
            A run ends today's open conversations and pairs everyone again until midnight UTC.
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
