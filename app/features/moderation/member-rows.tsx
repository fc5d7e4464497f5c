import { Link } from "@remix-run/react";
import { Badge } from "~/app/components/badge";
import { EmailAddress } from "~/app/components/email-address";
import { LocalTime } from "~/app/components/local-time";
import type { AdminMemberDto } from "~/core/shared/contract";
import { STANDING_TONES, STANDING_WORDS } from "./action-words";

export function MemberRows({ members }: { members: AdminMemberDto[] }) {
  if (members.length === 0) return <p className="text-ink-muted">No members found.</p>;
  return (
    <ul className="flex flex-col border-rule border-t">
      {members.map((member) => (
        <li key={member.user_id} className="border-rule border-b">
          <Link
            to={`/admin/members/${member.user_id}`}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-2 py-3 no-underline hover:bg-paper-sunken"
          >
            <span className="min-w-0 flex-1 basis-56 [overflow-wrap:anywhere]">
              <bdi className="block font-medium">{member.name}</bdi>
              <span className="block text-ink-muted text-sm">
                <EmailAddress address={member.email} />, since{" "}
                <LocalTime instant={member.created_at} />
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-2">
              {member.open_reports > 0 ? (
                <Badge tone="accent">
                  {member.open_reports} open {member.open_reports === 1 ? "report" : "reports"}
                </Badge>
              ) : null}
              <Badge tone={STANDING_TONES[member.standing]}>
                {STANDING_WORDS[member.standing]}
              </Badge>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
