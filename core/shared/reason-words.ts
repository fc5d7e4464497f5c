import type { ReportReason } from "./constants";

export const REASON_WORDS: Record<ReportReason, string> = {
  harassment: "Harassment or threats",
  spam: "Spam or a scam",
  inappropriate: "Inappropriate messages",
  underage: "Under 18",
  impersonation: "Impersonation",
  other: "Something else",
};
