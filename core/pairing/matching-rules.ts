/** The product's rules (docs/rules.md#compatibility) in the terms of the matching. */
import type { AgeRule } from "@happenstance/matching";
import {
  AGE_PREFERENCE_MAX,
  AGE_PREFERENCE_MIN,
  DISTANCE_TOLERANCE_KM,
  MINIMUM_AGE_YEARS,
} from "~/core/shared/constants";

export const AGES: AgeRule = {
  adult: MINIMUM_AGE_YEARS,
  youngest: AGE_PREFERENCE_MIN,
  oldest: AGE_PREFERENCE_MAX,
};

/**
 * Places are rounded, so without a tolerance a pair within its limits could be refused (docs/rules.md#compatibility).
 */
export function addTolerance(distance: number | null): number | null {
  return distance === null ? null : distance + DISTANCE_TOLERANCE_KM;
}
