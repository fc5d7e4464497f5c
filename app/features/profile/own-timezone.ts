import { findAuthToken } from "~/app/messaging/token";
import { nearestTimezone, type Timezone } from "~/core/shared/timezones";

/**
 * Sets the member's timezone by the browser's own offset, for a position that is far from every known place.
 * @returns the timezone; null if it was refused
 */
export async function sendOwnTimezone(): Promise<Timezone | null> {
  const timezone = nearestTimezone(-new Date().getTimezoneOffset());
  const response = await fetch("/api/users/timezone", {
    method: "PUT",
    headers: {
      authorization: `Bearer ${await findAuthToken()}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ timezone }),
  });
  return response.ok ? timezone : null;
}
