import { useEffect, useRef } from "react";
import {
  AlertDialog,
  DialogActions,
  DialogCancel,
  FIRST_FOCUS,
} from "~/app/components/alert-dialog";
import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { SelectField } from "~/app/components/select-field";
import { TextareaField } from "~/app/components/text-field";
import { useToast } from "~/app/components/toast";
import { useFetcher, useNavigation, useSubmit } from "~/app/framework";
import { REPORT_DETAILS_MAX_LENGTH, type ReportReason } from "~/core/shared/constants";
import type { ConversationAnswer } from "./conversation-answer";

const REASONS: Record<ReportReason, string> = {
  harassment: "Harassment or threats",
  spam: "Spam or a scam",
  inappropriate: "Inappropriate messages",
  underage: "Seems to be under 18",
  impersonation: "Pretends to be somebody else",
  other: "Something else",
};
const OPTIONS = Object.entries(REASONS).map(([value, label]) => ({ value, label }));

interface ReportDialogProps {
  open: boolean;
  onClose: () => void;
  partnerName: string;
  path: string;
  /** False where there is a block already. */
  canBlock?: boolean;
  /** What a form that was sent without scripts came to. */
  answer: ConversationAnswer | undefined;
}

/** Reports the partner to the people who run the service (contract §3). */
export function ReportDialog(props: ReportDialogProps) {
  const { open, onClose, partnerName, path, canBlock = true, answer } = props;
  const fetcher = useFetcher<ConversationAnswer>();
  const submit = useSubmit();
  const navigation = useNavigation();
  const toast = useToast();
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const result = fetcher.data;

  useEffect(() => {
    if (fetcher.state !== "idle" || !result) return;
    if (result.failed && result.errors.length === 0) {
      toast({ type: "error", message: result.failed });
    } else if (result.message) {
      toast({ type: "success", message: result.message });
      close.current();
    }
  }, [fetcher.state, result, toast]);

  const shown = result ?? (answer?.intent === "report" ? answer : undefined);
  const errorsOf = (path: string) =>
    shown?.errors.filter((error) => error.path === path).map((error) => error.message);
  const isBusy = fetcher.state !== "idle" || navigation.formData?.get("intent") === "report";
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
      <p>
        We read every report. The last messages of this conversation are kept with it.{" "}
        <bdi>{partnerName}</bdi> is not told.
      </p>
      <fetcher.Form
        id="report-form"
        method="post"
        action={`${path}?dialog=report`}
        noValidate
        onSubmit={(event) => {
          const form = event.currentTarget;
          if (!new FormData(form).has("also_block")) return;
          // As in BlockDialog: the block closes the conversation before its answer is here.
          event.preventDefault();
          submit(form, { replace: true });
        }}
        className="contents"
      >
        <input type="hidden" name="intent" value="report" />
        <SelectField
          label="Reason"
          name="reason"
          placeholder="Please select"
          options={OPTIONS}
          defaultValue={shown?.values.reason ?? ""}
          errors={errorsOf("reason")}
          {...FIRST_FOCUS}
        />
        <TextareaField
          label="Details"
          name="details"
          hint={`What happened? Optional, up to ${REPORT_DETAILS_MAX_LENGTH.toLocaleString("en")} characters.`}
          defaultValue={shown?.values.details ?? ""}
          errors={errorsOf("details")}
        />
        {canBlock ? (
          <label className="flex min-h-11 items-center gap-3 text-ink">
            <input type="checkbox" name="also_block" value="1" className="size-5 accent-ink" />
            Also block <bdi>{partnerName}</bdi>
          </label>
        ) : null}
      </fetcher.Form>
      <FormErrors errors={shown?.failed && shown.errors.length === 0 ? [shown.failed] : null} />
      <DialogActions>
        <DialogCancel path={path} onClose={onClose} disabled={isBusy} isFirst={false} />
        <Button type="submit" form="report-form" variant="danger" pending={isBusy}>
          Report User
        </Button>
      </DialogActions>
    </AlertDialog>
  );
}
