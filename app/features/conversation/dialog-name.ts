/** The questions that the conversation's menu asks. */
export type DialogName = "block" | "report";
