import { Form, useFetcher, useSubmit } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import {
  AlertDialog,
  DialogActions,
  DialogCancel,
  FIRST_FOCUS,
} from "~/app/components/alert-dialog";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { SelectField } from "~/app/components/select-field";
import { TextareaField } from "~/app/components/text-field";
import { type FormAnswer, useForm } from "~/app/lib/form";
import { REPORT_DETAILS_MAX_LENGTH } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { PROMISES } from "~/core/shared/promises";
import { REASON_WORDS } from "~/core/shared/reason-words";
import { CONVERSATION_FAILED } from "./forms";

export type DialogName = "block" | "report";

export interface DialogsProps {
  dialog: DialogName | null;
  onClose: () => void;
  partnerName: string;
  /** The partner's message that a report is about; null for the conversation as a whole. */
  message?: MessageDto | null;
  /** False if either member has blocked the other, or if the partner has left. */
  canBlock?: boolean;
}

export function ConversationDialogs(props: DialogsProps) {
  return (
    <>
      {props.canBlock === false ? null : <BlockDialog {...props} />}
      <ReportDialog {...props} />
    </>
  );
}

/**
 * The form is a navigation, not a fetcher. The server closes the conversation before it answers, and the page must not
 * react to the close before it has the answer.
 */
function BlockDialog({ dialog, onClose, partnerName }: DialogsProps) {
  const form = useForm({ intent: "block", offline: CONVERSATION_FAILED.block, notifies: true });
  const { isBusy } = form;
  const open = dialog === "block";
  return (
    <AlertDialog
      open={open}
      onClose={onClose}
      busy={isBusy}
      title={
        <>
          Block <bdi>{partnerName}</bdi>?
        </>
      }
    >
      <ul className="flex list-disc flex-col gap-1.5 ps-5 marker:text-accent">
        <li>You will not see their messages.</li>
        <li>They will not see your messages.</li>
        <li>You will not be paired with them again.</li>
      </ul>
      <p>{PROMISES.blockSeen}</p>
      <Box name="newcomers_away" form="block-form">
        {KEEP_AWAY}
      </Box>
      <FormError error={open ? form.errors[""] : undefined} />
      <DialogActions>
        <DialogCancel onClose={onClose} disabled={isBusy} />
        <Form {...form.props} id="block-form" action="?dialog=block" replace className="contents">
          <input type="hidden" name="intent" value="block" />
          <Button type="submit" variant="danger" pending={isBusy}>
            Block User
          </Button>
        </Form>
      </DialogActions>
    </AlertDialog>
  );
}

const REASONS = {
  ...REASON_WORDS,
  underage: "Seems to be under 18",
  impersonation: "Pretends to be somebody else",
};

function ReportDialog(props: DialogsProps) {
  const { dialog, onClose, partnerName, message = null, canBlock = true } = props;
  const fetcher = useFetcher<FormAnswer>();
  // A report that also blocks is sent by a navigation, so its answer is not in the fetcher.
  const [isNavigation, setNavigation] = useState(false);
  const form = useForm({
    intent: "report",
    offline: CONVERSATION_FAILED.report,
    notifies: true,
    onSuccess: onClose,
    ...(!isNavigation && { fetcher }),
  });
  const submit = useSubmit();
  const { isBusy } = form;
  return (
    <AlertDialog
      open={dialog === "report"}
      onClose={onClose}
      busy={isBusy}
      title={
        <>
          Report <bdi>{partnerName}</bdi>?
        </>
      }
    >
      <p>{PROMISES.report}</p>
      <fetcher.Form
        {...form.props}
        id="report-form"
        action="?dialog=report"
        onSubmit={(event) => {
          const element = event.currentTarget;
          const blocksToo = new FormData(element).has("also_block");
          setNavigation(blocksToo);
          if (!blocksToo) return;
          // `BlockDialog` says why a block is a navigation.
          event.preventDefault();
          submit(element, { action: ".", replace: true });
        }}
        className="contents"
      >
        <input type="hidden" name="intent" value="report" />
        {message ? (
          <blockquote
            dir="auto"
            className="line-clamp-2 border-accent border-s-2 ps-3 text-ink [overflow-wrap:anywhere]"
          >
            <input type="hidden" name="message_id" value={message.message_id} />
            {message.content}
          </blockquote>
        ) : null}
        <SelectField
          label="Reason"
          placeholder="Please select"
          options={Object.entries(REASONS).map(([value, label]) => ({ value, label }))}
          {...form.bind("reason")}
          {...FIRST_FOCUS}
        />
        <TextareaField
          label="Details"
          hint={`What happened? Optional, up to ${REPORT_DETAILS_MAX_LENGTH.toLocaleString("en")} characters.`}
          {...form.bind("details")}
        />
        {canBlock ? (
          <div>
            <Box
              name="also_block"
              aria-describedby="also-block"
              defaultChecked={form.typed("also_block") === "1"}
            >
              Also block <bdi>{partnerName}</bdi>
            </Box>
            <p id="also-block" className="ps-8 text-sm">
              {PROMISES.blockSeen}
            </p>
          </div>
        ) : null}
        <Box name="newcomers_away" defaultChecked={form.typed("newcomers_away") === "1"}>
          {KEEP_AWAY}
        </Box>
      </fetcher.Form>
      <FormError error={form.errors[""]} />
      <DialogActions>
        <DialogCancel onClose={onClose} disabled={isBusy} isFirst={false} />
        <Button type="submit" form="report-form" variant="danger" pending={isBusy}>
          Report User
        </Button>
      </DialogActions>
    </AlertDialog>
  );
}

const KEEP_AWAY = "Keep accounts newer than today away from me for 30 days";

function Box({ children, ...box }: { children: ReactNode } & JSX.IntrinsicElements["input"]) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-ink">
      <input type="checkbox" value="1" className="size-5 shrink-0 accent-ink" {...box} />
      <span>{children}</span>
    </label>
  );
}
