import type { MessageDto } from "~/core/shared/contract";

/** The questions behind the conversation's menu. */
export type DialogName = "block" | "report";

export interface BlockDialogProps {
  open: boolean;
  onClose: () => void;
  partnerName: string;
  /** The page's path: Cancel leads there with scripts off. */
  path: string;
}

export interface ReportDialogProps extends BlockDialogProps {
  /** Messages that a report may name: the partner's, newest first. */
  messages?: readonly MessageDto[];
  /** The one that the report begins with; null for the conversation as a whole. */
  messageId?: string | null;
  /** False if there is a block already. */
  canBlock?: boolean;
}

export interface DialogsProps extends Omit<ReportDialogProps, "open"> {
  /** The one that is open. */
  dialog: DialogName | null;
}
