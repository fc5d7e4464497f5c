import type { Viewer } from "~/core/accounts/viewer";
import type { DayFacts, DrawFacts } from "~/core/shared/draw-state";

export function toDrawFacts(
  viewer: Pick<Viewer, "standing" | "awaitsVerification" | "availability" | "user">,
  day: DayFacts,
  now: number,
): DrawFacts {
  const { from, until, isBack } = viewer.availability;
  return {
    ...day,
    readAt: now,
    barredUntil: toBarredUntil(viewer.standing),
    awaitsVerification: viewer.awaitsVerification,
    dob: viewer.user.dob,
    pause: { from, until },
    isBack,
  };
}

function toBarredUntil({ standing, action }: Viewer["standing"]): DrawFacts["barredUntil"] {
  if (standing !== "suspended" && standing !== "banned") return null;
  const until = action?.until ?? null;
  return until === null ? "never" : Date.parse(until);
}
