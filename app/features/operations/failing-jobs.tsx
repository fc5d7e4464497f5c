import { Await, useFetcher } from "@remix-run/react";
import { Suspense } from "react";
import { Button } from "~/app/components/button";
import { LocalTime } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import { type FormAnswer, useForm } from "~/app/lib/form";
import type { OrError } from "~/app/lib/refusal.server";
import type { FailingJob } from "~/core/operations/parked";

export const SEND_JOBS_INTENT = "send-jobs";
export const SEND_JOBS_FAILED = "The jobs could not be sent again";

type Known = OrError<FailingJob[]>;

export function FailingJobs({ jobs }: { jobs: Known | Promise<Known> }) {
  return (
    <Suspense fallback={null}>
      <Await resolve={jobs}>
        {(known) => {
          if ("error" in known) return <p role="alert">{known.error}</p>;
          return known.length > 0 ? <List jobs={known} /> : null;
        }}
      </Await>
    </Suspense>
  );
}

function List({ jobs }: { jobs: FailingJob[] }) {
  const fetcher = useFetcher<FormAnswer & { done?: string }>();
  const form = useForm({ intent: SEND_JOBS_INTENT, offline: SEND_JOBS_FAILED, fetcher });
  const error = form.errors[""];
  const isAnyParked = jobs.some(({ is_parked }) => is_parked);
  return (
    <Section id="failing-jobs" title="Jobs that fail">
      <ul className="mt-5 flex flex-col gap-3">
        {jobs.map(({ id, kind, attempts, last_error, created_at, is_parked }) => (
          <li key={id}>
            {kind.replaceAll("_", " ")}, number {id}: {is_parked ? "parked" : "tried every hour"}{" "}
            after {attempts} tries
            {last_error === null ? "" : ` (${last_error})`}, from{" "}
            <LocalTime instant={created_at} withTime />
          </li>
        ))}
      </ul>
      <div aria-live="polite" className="mt-5">
        {fetcher.data?.done ? <p>{fetcher.data.done}</p> : null}
        {error ? (
          <p role="alert" className="font-medium text-accent">
            {error}
          </p>
        ) : null}
      </div>
      {isAnyParked ? (
        <fetcher.Form method="post" action="/admin" className="mt-5">
          <Button
            type="submit"
            name="intent"
            value={SEND_JOBS_INTENT}
            variant="secondary"
            pending={form.isBusy}
          >
            Send parked jobs again
          </Button>
        </fetcher.Form>
      ) : null}
    </Section>
  );
}
