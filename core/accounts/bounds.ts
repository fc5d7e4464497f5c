import { type Limit, MS_PER_DAY, MS_PER_MINUTE } from "~/core/shared/constants";
import type { RateWindow } from "~/db/accounts/rate-window";

const bound = (perMinute: number, perDay: number, what: string) => ({
  minute: { limit: perMinute, windowMs: MS_PER_MINUTE, refusal: `Too many ${what}.` },
  day: { limit: perDay, windowMs: MS_PER_DAY, refusal: `Too many ${what} today.` },
});

/** No person reaches these limits by hand. The stricter limits of docs/rules.md#limits are in `LIMITS`. */
export const BOUNDS = {
  profileWrites: bound(600, 5_000, "changes of the profile"),
  availabilityWrites: bound(60, 500, "changes of your pause"),
  passwordChanges: bound(30, 200, "changes of the password"),
  sessionWrites: bound(60, 500, "changes of sessions"),
  passkeyChanges: bound(30, 200, "changes of passkeys"),
  deviceWrites: bound(60, 500, "changes of devices"),
  blocks: bound(120, 2_000, "changes of blocks"),
  appeals: bound(20, 100, "appeals"),
  exports: bound(20, 200, "exports"),
  placeLookups: bound(600, 10_000, "look-ups of places"),
  explanations: bound(300, 5_000, "questions about today"),
  adminReads: bound(600, 20_000, "looks at lists"),
  adminWrites: bound(120, 5_000, "changes"),
} as const satisfies Record<string, { minute: Limit; day: Limit }>;

export type BoundName = keyof typeof BOUNDS;

export function boundWindows(memberId: string, name: BoundName): RateWindow[] {
  const { minute, day } = BOUNDS[name];
  return [
    { key: `${name}-minute:${memberId}`, limit: minute, memberId },
    { key: `${name}-day:${memberId}`, limit: day, memberId },
  ];
}
