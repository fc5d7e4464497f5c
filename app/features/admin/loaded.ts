import type { AdminRunDto } from "~/core/shared/contract";

/** A page of a list, or why there is none. */
export type Loaded<Row> =
  | { rows: Row[]; total: number; page: number; pages: number }
  | { error: string };

/** The last runs, newest first, and what is wrong with them in words; or why they are not known. */
export type RecentRuns = { runs: AdminRunDto[]; alarms: string[] } | { error: string };
