import type { OrError } from "~/app/lib/refusal.server";
import type { AdminList } from "~/core/admin/service";
import type { AdminRunDto } from "~/core/shared/contract";

/** A page of a list. */
export type Loaded<Row> = OrError<AdminList<Row>>;

/** The last runs, newest first, and what is wrong with them in words. */
export type RecentRuns = OrError<{ runs: AdminRunDto[]; alarms: string[] }>;
