import type { MessageDto } from "~/core/shared/contract";

/** The questions that the conversation's menu asks. */
export type DialogName = "block" | "report";

export interface BlockDialogProps {
  open: boolean;
  onClose: () => void;
  partnerName: string;
  /** Where the page is: Cancel leads there with scripts off. */
  path: string;
}

export interface ReportDialogProps extends BlockDialogProps {
  /** What a report may name: the partner's messages, newest first. */
  messages?: readonly MessageDto[];
  /** The one that the report begins with; null for the conversation as a whole. */
  messageId?: string | null;
  /** False where there is a block already. */
  canBlock?: boolean;
}

export interface DialogsProps extends Omit<ReportDialogProps, "open"> {
  /** The one that is open. */
  dialog: DialogName | null;
}
