import { ActionButton } from "~/app/components/action-button";
import { Avatar } from "~/app/components/avatar";
import { TryAgain } from "~/app/components/load-failure";
import { LocalTime } from "~/app/components/local-time";
import { Section } from "~/app/components/section";
import type { OrError } from "~/app/lib/refusal.server";
import { useFocusAfter } from "~/app/lib/use-focus-after";
import type { BlockDto } from "~/core/shared/contract";
import { isolate } from "~/core/shared/isolate";

export const UNBLOCK_INTENT = "unblock";
export const UNBLOCK_FAILED = "Failed to unblock user";

export function BlockedMembers({ list }: { list: OrError<BlockDto[]> }) {
  return (
    <Section id="blocked-members" title="Blocked Users">
      {"error" in list ? (
        <div className="mt-4">
          <TryAgain message={list.error} variant="secondary" />
        </div>
      ) : (
        <List blocks={list} />
      )}
    </Section>
  );
}

function List({ blocks }: { blocks: BlockDto[] }) {
  useFocusAfter(blocks.length, "blocked-members");
  if (blocks.length === 0) {
    return <p className="py-4 text-ink-muted">You have not blocked anyone.</p>;
  }
  return (
    <ul className="mt-2 flex flex-col">
      {blocks.map((block) => (
        <li
          key={block.block_id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border-rule border-b py-3 last:border-b-0"
        >
          <Avatar name={block.name} src={block.avatar_url} />
          <div className="min-w-0 flex-1 basis-40">
            <p className="font-medium [overflow-wrap:anywhere]">{block.name}</p>
            <p className="text-ink-muted text-sm">
              Blocked on <LocalTime instant={block.block_date} />
            </p>
          </div>
          <ActionButton
            intent={UNBLOCK_INTENT}
            action="/profile"
            offline={UNBLOCK_FAILED}
            fields={{ userId: block.user_id }}
            label={`Unblock ${isolate(block.name)}`}
          >
            Unblock
          </ActionButton>
        </li>
      ))}
    </ul>
  );
}
