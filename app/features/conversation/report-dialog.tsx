import { useFetcher, useSubmit } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
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
import { useHydrated } from "~/app/components/use-hydrated";
import { type FormAnswer, type FormState, useForm } from "~/app/lib/form";
import { formatTimeOfDay, type Zone } from "~/app/lib/format-local";
import { REPORT_DETAILS_MAX_LENGTH, type ReportReason } from "~/core/shared/constants";
import type { MessageDto } from "~/core/shared/contract";
import { PROMISES } from "~/core/shared/promises";
import type { ReportDialogProps } from "./dialog-props";
import { CONVERSATION_FAILED } from "./forms";
import { KeepAway } from "./keep-away";

const REASONS: Record<ReportReason, string> = {
  harassment: "Harassment or threats",
  spam: "Spam or a scam",
  inappropriate: "Inappropriate messages",
  underage: "Seems to be under 18",
  impersonation: "Pretends to be somebody else",
  other: "Something else",
};
/** The most messages that can be chosen from, and the shown length of each. */
const MESSAGES_OFFERED = 100;
const MESSAGE_LENGTH = 60;
const OPTIONS = Object.entries(REASONS).map(([value, label]) => ({ value, label }));

/** The newest messages, and the reported one if it is older. */
const offer = (messages: readonly MessageDto[], messageId: string | null) =>
  messages.filter((one, index) => index < MESSAGES_OFFERED || one.message_id === messageId);

/** Reports the partner to the people who run the service (docs/rules.md#reports). */
export function ReportDialog(props: ReportDialogProps) {
  const { open, onClose, partnerName, path } = props;
  const fetcher = useFetcher<FormAnswer>();
  // True if the last submission was a navigation. The answer is read from the way that was used last.
  const [isNavigation, setNavigation] = useState(false);
  const form = useForm({
    intent: "report",
    offline: CONVERSATION_FAILED.report,
    notifies: true,
    ...(!isNavigation && { fetcher }),
  });
  const submit = useSubmit();
  const { answer, isBusy } = form;
  const done = useRef<FormAnswer>();
  useEffect(() => {
    if (!answer?.message || answer === done.current) return;
    done.current = answer;
    onClose();
  }, [answer, onClose]);
  return (
    <AlertDialog
      open={open}
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
        action={`${path}?dialog=report`}
        onSubmit={(event) => {
          const element = event.currentTarget;
          const blocksToo = new FormData(element).has("also_block");
          setNavigation(blocksToo);
          if (!blocksToo) return;
          // A navigation, as in BlockDialog, because the block closes the conversation before its answer arrives.
          event.preventDefault();
          submit(element, { action: path, replace: true });
        }}
        className="contents"
      >
        <input type="hidden" name="intent" value="report" />
        <ReportFields {...props} form={form} />
      </fetcher.Form>
      <FormError error={form.errors[""]} />
      <DialogActions>
        <DialogCancel path={path} onClose={onClose} disabled={isBusy} isFirst={false} />
        <Button type="submit" form="report-form" variant="danger" pending={isBusy}>
          Report User
        </Button>
      </DialogActions>
    </AlertDialog>
  );
}

/** Reason, message and details of the report, and whether to block the partner too. */
function ReportFields(props: ReportDialogProps & { form: FormState }) {
  const { open, partnerName, messages = [], messageId = null, canBlock = true, form } = props;
  const zone: Zone = useHydrated() ? "local" : "utc";
  return (
    <>
      <SelectField
        label="Reason"
        placeholder="Please select"
        options={OPTIONS}
        {...form.bind("reason")}
        {...FIRST_FOCUS}
      />
      {open && messages.length > 0 ? (
        <SelectField
          label="Which message?"
          placeholder="The conversation as a whole"
          options={offer(messages, messageId).map((message) => ({
            value: message.message_id,
            label: `${formatTimeOfDay(message.created_at, zone)}: ${[...message.content].slice(0, MESSAGE_LENGTH).join("")}`,
          }))}
          {...form.bind("message_id")}
          defaultValue={form.typed("message_id") ?? messageId ?? ""}
        />
      ) : null}
      <TextareaField
        label="Details"
        hint={`What happened? Optional, up to ${REPORT_DETAILS_MAX_LENGTH.toLocaleString("en")} characters.`}
        {...form.bind("details")}
      />
      {canBlock ? (
        <div>
          <label className="flex min-h-11 items-center gap-3 text-ink">
            <input
              type="checkbox"
              name="also_block"
              value="1"
              aria-describedby="also-block"
              defaultChecked={form.typed("also_block") === "1"}
              className="size-5 accent-ink"
            />
            <span>
              Also block <bdi>{partnerName}</bdi>
            </span>
          </label>
          <p id="also-block" className="ps-8 text-sm">
            {PROMISES.blockSeen}
          </p>
        </div>
      ) : null}
      <KeepAway isChecked={form.typed("newcomers_away") === "1"} />
    </>
  );
}
