import { Suspense, useEffect } from "react";
import { Avatar } from "~/app/components/avatar";
import { Button, buttonClasses } from "~/app/components/button";
import { ErrorBox } from "~/app/components/empty-state";
import { LocalTime } from "~/app/components/local-time";
import { SectionLabel } from "~/app/components/section-label";
import { Skeleton } from "~/app/components/skeleton";
import { useToast } from "~/app/components/toast";
import { Await, useFetcher } from "~/app/framework";
import type { BlockDto } from "~/core/shared/contract";
import { initialsOf } from "~/core/shared/initials";
import { isolate } from "~/core/shared/isolate";
import { UNBLOCK_INTENT } from "./unblock";

/** A list, or why there is none: it never rejects, so that one failing list leaves the page whole. */
export type BlockedList = { blocks: BlockDto[] } | { error: string };

/** Whom the member has blocked, each with Unblock (contract §3). */
export function BlockedMembers({ list }: { list: BlockedList | Promise<BlockedList> }) {
  return (
    <section aria-labelledby="blocked-members">
      <SectionLabel id="blocked-members">Blocked Users</SectionLabel>
      <Suspense fallback={<Skeleton className="mt-5 h-12 w-full" />}>
        <Await resolve={list}>
          {(known) => ("error" in known ? <Failure message={known.error} /> : <List {...known} />)}
        </Await>
      </Suspense>
    </section>
  );
}

function Failure({ message }: { message: string }) {
  return (
    <div className="mt-4">
      <ErrorBox message={message}>
        {/* A plain link: the whole page is asked for anew. */}
        <a href="/profile" className={buttonClasses({ variant: "secondary", size: "sm" })}>
          Try again
        </a>
      </ErrorBox>
    </div>
  );
}

function List({ blocks }: { blocks: BlockDto[] }) {
  if (blocks.length === 0) {
    return <p className="py-4 text-ink-muted">You have not blocked anyone.</p>;
  }
  return (
    <ul className="mt-2 flex flex-col">
      {blocks.map((block) => (
        <BlockedMember key={block.block_id} block={block} />
      ))}
    </ul>
  );
}

function BlockedMember({ block }: { block: BlockDto }) {
  const fetcher = useFetcher<{ error?: string; message?: string }>();
  const toast = useToast();
  const answer = fetcher.data;
  useEffect(() => {
    if (answer?.error) toast({ type: "error", message: answer.error });
    else if (answer?.message) toast({ type: "success", message: answer.message });
  }, [answer, toast]);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-rule border-b py-3 last:border-b-0">
      <Avatar initials={initialsOf(block.name)} src={block.avatar_url} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium [overflow-wrap:anywhere]">{block.name}</p>
        <p className="text-ink-muted text-sm">
          Blocked on <LocalTime instant={block.block_date} />
        </p>
      </div>
      <fetcher.Form method="post" action="/profile">
        <input type="hidden" name="intent" value={UNBLOCK_INTENT} />
        <input type="hidden" name="userId" value={block.user_id} />
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          pending={fetcher.state !== "idle"}
          aria-label={`Unblock ${isolate(block.name)}`}
        >
          Unblock
        </Button>
      </fetcher.Form>
    </li>
  );
}
