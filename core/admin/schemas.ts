import { z } from "zod";
import { REPORT_STATUSES } from "~/core/shared/constants";

export const updateReportSchema = z.object({
  status: z.enum(REPORT_STATUSES, { error: "Status must be open or resolved" }),
});
export type UpdateReportInput = z.output<typeof updateReportSchema>;
