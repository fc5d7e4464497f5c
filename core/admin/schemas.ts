import { z } from "zod";

export const REPORT_STATUSES = ["open", "resolved"] as const;

export const updateReportSchema = z.object({
  status: z.enum(REPORT_STATUSES, { error: "Status must be open or resolved" }),
});
export type UpdateReportInput = z.output<typeof updateReportSchema>;
