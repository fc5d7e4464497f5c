import type { MessageDto } from "~/core/shared/contract";
import { BlockDialog } from "./block-dialog";
import type { DialogName } from "./dialog-name";
import { ReportDialog } from "./report-dialog";

export interface DialogsProps {
  /** The one that is open. */
  dialog: DialogName | null;
  onClose: () => void;
  partnerName: string;
  /** Where the page is: Cancel leads there with scripts off. */
  path: string;
  /** What a report may name: the partner's messages, newest first. */
  messages?: readonly MessageDto[];
  /** False where there is a block already. */
  canBlock?: boolean;
}

/** The questions that the conversation's menu asks. */
export function ConversationDialogs({
  dialog,
  messages = [],
  canBlock = true,
  ...rest
}: DialogsProps) {
  return (
    <>
      {canBlock ? <BlockDialog open={dialog === "block"} {...rest} /> : null}
      <ReportDialog open={dialog === "report"} {...{ messages, canBlock }} {...rest} />
    </>
  );
}
