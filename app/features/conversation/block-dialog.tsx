import { Form } from "@remix-run/react";
import { AlertDialog, DialogActions, DialogCancel } from "~/app/components/alert-dialog";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { useForm } from "~/app/lib/form";
import { PROMISES } from "~/core/shared/promises";
import type { BlockDialogProps } from "./dialog-props";
import { CONVERSATION_FAILED } from "./forms";
import { KeepAway } from "./keep-away";

/**
 * Asks before blocking (docs/rules.md#screens). It is a navigation, not a fetcher, because the server closes the
 * conversation before it answers. The page reacts to the close, and must not do so before it has the answer.
 */
export function BlockDialog({ open, onClose, partnerName, path }: BlockDialogProps) {
  const form = useForm({ intent: "block", offline: CONVERSATION_FAILED.block, notifies: true });
  const { isBusy } = form;

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
      <KeepAway form="block-form" />
      <FormError error={open ? form.errors[""] : undefined} />
      <DialogActions>
        <DialogCancel path={path} onClose={onClose} disabled={isBusy} />
        <Form
          {...form.props}
          id="block-form"
          action={`${path}?dialog=block`}
          replace
          className="contents"
        >
          <input type="hidden" name="intent" value="block" />
          <Button type="submit" variant="danger" pending={isBusy}>
            Block User
          </Button>
        </Form>
      </DialogActions>
    </AlertDialog>
  );
}
