import { Link } from "@remix-run/react";
import { Card } from "~/app/components/card";
import { EmailAddress } from "~/app/components/email-address";
import { LocalTime } from "~/app/components/local-time";
import type { AdminBlockDto } from "~/core/shared/contract";
import { isolate } from "~/core/shared/isolate";

export function BlockRow({ block }: { block: AdminBlockDto }) {
  return (
    <Card
      as="article"
      aria-label={`${isolate(block.blocker_name)} blocked ${isolate(block.blocked_name)}`}
      className="grid gap-4 sm:grid-cols-[1fr_1fr_auto] sm:gap-6 sm:px-6 sm:py-5"
    >
      <Party term="Blocked by" block={block} side="blocker" />
      <Party term="Blocked" block={block} side="blocked" />
      <p className="text-ink-muted text-sm">
        <LocalTime instant={block.block_date} withTime />
      </p>
    </Card>
  );
}

interface PartyProps {
  term: string;
  block: AdminBlockDto;
  side: "blocker" | "blocked";
}

function Party({ term, block, side }: PartyProps) {
  const id = block[`${side}_id`];
  return (
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <p className="text-ink-muted text-sm">{term}</p>
      <p className="font-serif text-lg leading-snug">
        <Link to={`/admin/members/${id}`} className="text-link">
          {block[`${side}_name`]}
        </Link>
      </p>
      <p className="text-ink-soft text-sm">
        <EmailAddress address={block[`${side}_email`]} />
      </p>
      <p className="text-2xs text-ink-muted">{id}</p>
    </div>
  );
}
