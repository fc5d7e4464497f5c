import { Form, useNavigate } from "@remix-run/react";
import { AlertDialog, DialogActions, DialogCancel } from "~/app/components/alert-dialog";
import { Button } from "~/app/components/button";
import { TextField } from "~/app/components/text-field";
import type { FormState } from "~/app/lib/form";
import { RESET_DIALOG, TRIGGER_INTENT } from "./forms";
import type { Home } from "./home-loader.server";

const HOME = "/conversations";

export function ResetQuestion({
  open,
  members,
  pairs,
  unmatched,
  word,
  form,
}: NonNullable<Home["resetPreview"]> & { form: FormState }) {
  const navigate = useNavigate();
  const { isBusy } = form;
  const close = () => navigate(HOME, { replace: true, preventScrollReset: true });
  return (
    <AlertDialog open onClose={close} busy={isBusy} title="End today’s conversations?">
      <ul className="flex list-disc flex-col gap-1.5 ps-5 marker:text-accent">
        <li>
          It ends {open} open {open === 1 ? "conversation" : "conversations"}.
        </li>
        <li>
          It makes {pairs} new {pairs === 1 ? "pair" : "pairs"} of {members}{" "}
          {members === 1 ? "member" : "members"}, and leaves {unmatched} out.
        </li>
      </ul>
      <p>Members aren’t asked, and it can’t be undone. Your name goes into the audit.</p>
      <Form
        {...form.props}
        id="reset"
        action={`${HOME}?dialog=${RESET_DIALOG}`}
        className="contents"
      >
        <input type="hidden" name="intent" value={TRIGGER_INTENT} />
        {word === null ? null : (
          <TextField label={`Type ${word} to go on`} autoComplete="off" {...form.bind("confirm")} />
        )}
      </Form>
      <DialogActions>
        <DialogCancel onClose={close} disabled={isBusy} />
        <Button type="submit" form="reset" variant="danger" pending={isBusy}>
          End them and pair again
        </Button>
      </DialogActions>
    </AlertDialog>
  );
}
