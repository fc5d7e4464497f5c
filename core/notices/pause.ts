import type { Viewer } from "~/core/accounts/viewer";
import type { Deps } from "~/core/deps";
import { PAUSE_MAX_DAYS } from "~/core/shared/constants";
import type { AvailabilityDto } from "~/core/shared/contract";
import { invalidField } from "~/core/shared/errors";
import { type Pause, updatePause } from "~/db/notices/availability";
import { dateAfter } from "./availability";
import { type AvailabilityInput, UNTIL_WORDS } from "./schemas";

export function getAvailability({ availability }: Viewer): AvailabilityDto {
  const { paused, from, until } = availability;
  return { paused, from, until };
}

/**
 * A pause keeps the viewer out of runs but doesn't end an open conversation. `tomorrow` covers only the next midnight's
 * run. Any other pause begins now, and also covers a run that an admin starts today.
 * @throws AppError `invalid_input` for an end that isn't after today, or is more than a year ahead
 */
export async function updateAvailability(
  deps: Deps,
  { memberId }: Viewer,
  input: AvailabilityInput,
): Promise<AvailabilityDto> {
  const now = deps.clock.now();
  const pause = toPause(input, now);
  await updatePause(deps.db, { memberId, pause, now });
  return { paused: pause !== null, from: pause?.from ?? null, until: pause?.until ?? null };
}

function toPause({ pause, until }: AvailabilityInput, now: number): Pause | null {
  const [today, tomorrow] = [dateAfter(now, 0), dateAfter(now, 1)];
  switch (pause) {
    case "none":
      return null;
    case "tomorrow":
      return { from: tomorrow, until: dateAfter(now, 2) };
    case "open":
      return { from: today, until: null };
    case "until":
      if (!until || until <= today || until > dateAfter(now, PAUSE_MAX_DAYS)) {
        throw invalidField("until", UNTIL_WORDS);
      }
      return { from: today, until };
  }
}
