import { BlockDialog } from "./block-dialog";
import type { DialogsProps } from "./dialog-props";
import { ReportDialog } from "./report-dialog";

/** The dialogs that the conversation's menu opens. */
export function ConversationDialogs({ dialog, canBlock = true, ...rest }: DialogsProps) {
  return (
    <>
      {canBlock ? <BlockDialog open={dialog === "block"} {...rest} /> : null}
      <ReportDialog open={dialog === "report"} canBlock={canBlock} {...rest} />
    </>
  );
}
