import { BlockDialog } from "./block-dialog";
import type { DialogsProps } from "./dialog-props";
import { ReportDialog } from "./report-dialog";

/** The questions that the conversation's menu asks. */
export function ConversationDialogs({ dialog, canBlock = true, ...rest }: DialogsProps) {
  return (
    <>
      {canBlock ? <BlockDialog open={dialog === "block"} {...rest} /> : null}
      <ReportDialog open={dialog === "report"} canBlock={canBlock} {...rest} />
    </>
  );
}
