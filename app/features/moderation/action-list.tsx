import { Link } from "@remix-run/react";
import { Badge } from "~/app/components/badge";
import { LocalTime } from "~/app/components/local-time";
import type { AdminActionDto } from "~/core/shared/contract";
import { KIND_WORDS, REASON_WORDS } from "./action-words";

export function ActionList({ actions }: { actions: AdminActionDto[] }) {
  return (
    <ol className="mt-2 flex flex-col">
      {actions.map((action) => (
        <li
          key={action.action_id}
          className="border-rule border-b py-3 last:border-b-0 [overflow-wrap:anywhere]"
        >
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-semibold">{KIND_WORDS[action.kind]}</span>
            <span className="text-ink-soft">{REASON_WORDS[action.reason]}</span>
            {action.appeal ? (
              <Link to={`/admin/appeals#appeal-${action.action_id}`} className="no-underline">
                <Badge tone="warning">Appeal: {action.appeal}</Badge>
              </Link>
            ) : null}
          </p>
          <p className="text-ink-muted text-sm">
            <LocalTime instant={action.created_at} withTime />, by{" "}
            <bdi>{action.admin_name ?? "a former admin"}</bdi>
            {action.until ? (
              <>
                , until <LocalTime instant={action.until} withTime />
              </>
            ) : null}
            {action.report_id ? (
              <>
                , for a{" "}
                <Link to={`/admin/reports/${action.report_id}`} className="text-link">
                  report
                </Link>
              </>
            ) : null}
          </p>
          <p className="mt-1 whitespace-pre-line">{action.text}</p>
          {action.note ? (
            <p className="mt-1 whitespace-pre-line text-ink-muted text-sm">Note: {action.note}</p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
