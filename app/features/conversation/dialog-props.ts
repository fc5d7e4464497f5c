import type { MessageDto } from "~/core/shared/contract";

/** The dialogs that the conversation's menu opens. */
export type DialogName = "block" | "report";

export interface BlockDialogProps {
  open: boolean;
  onClose: () => void;
  partnerName: string;
  /** The page's path. Cancel links to it if scripts are off. */
  path: string;
}

export interface ReportDialogProps extends BlockDialogProps {
  /** The messages that a report may name: the partner's, newest first. */
  messages?: readonly MessageDto[];
  /** The message that is chosen at first; null for the conversation as a whole. */
  messageId?: string | null;
  /** False if one of the two has already blocked the other, or if the partner has left. */
  canBlock?: boolean;
}

export interface DialogsProps extends Omit<ReportDialogProps, "open"> {
  /** The open dialog; null if there is none. */
  dialog: DialogName | null;
}
