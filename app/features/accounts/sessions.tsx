import { ActionButton } from "~/app/components/action-button";
import { ErrorBox } from "~/app/components/empty-state";
import { LocalTime } from "~/app/components/local-time";
import type { OrError } from "~/app/lib/refusal.server";
import { useFocusAfter } from "~/app/lib/use-focus-after";
import type { SessionDto } from "~/core/shared/contract";

export const END_SESSIONS_INTENT = "end-sessions";
export const END_SESSIONS_FAILED = "Failed to sign out elsewhere";

const SHOWN = 5;

export function Sessions({ list }: { list: OrError<SessionDto[]> }) {
  return "error" in list ? <ErrorBox message={list.error} /> : <List sessions={list} />;
}

function List({ sessions }: { sessions: SessionDto[] }) {
  const own = sessions.filter(({ current }) => current);
  const others = sessions.filter(({ current }) => !current);
  useFocusAfter(others.length, "sessions");
  const more = others.length - SHOWN;
  return (
    <>
      <ul className="flex flex-col">
        {[...own, ...others.slice(0, SHOWN)].map((session) => (
          <li key={session.session_id} className="border-rule border-b py-3 last:border-b-0">
            <p className="font-medium">{session.current ? "This device" : "Another device"}</p>
            <p className="text-ink-muted text-sm">
              Signed in on <LocalTime instant={session.created_at} />
              {session.current ? null : (
                <>
                  , last used on <LocalTime instant={session.last_seen_at} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="py-2 text-ink-muted text-sm">and {more} more</p> : null}
      {others.length > 0 ? (
        <ActionButton
          intent={END_SESSIONS_INTENT}
          action="/settings"
          offline={END_SESSIONS_FAILED}
          className="mt-3"
        >
          Sign out everywhere else
        </ActionButton>
      ) : null}
    </>
  );
}
