import { Form, useNavigate } from "@remix-run/react";
import { AlertDialog, DialogActions, DialogCancel } from "~/app/components/alert-dialog";
import { Button } from "~/app/components/button";
import { TextField } from "~/app/components/text-field";
import { usePageForm } from "~/app/lib/action-data";
import { type HOME_FORMS, RESET_DIALOG } from "./forms";
import type { Home } from "./home-loader.server";

const HOME = "/conversations";
const INTENT = "trigger-pairings" satisfies keyof typeof HOME_FORMS;

/** The question before a reset, with the number of conversations that it ends and makes. */
export function ResetQuestion({
  open,
  members,
  pairs,
  unmatched,
  word,
}: NonNullable<Home["resetPreview"]>) {
  const navigate = useNavigate();
  const { answer, isBusy } = usePageForm(INTENT);
  const close = () => navigate(HOME, { replace: true, preventScrollReset: true });
  return (
    <AlertDialog open onClose={close} busy={isBusy} title="End today's conversations?">
      <ul className="flex list-disc flex-col gap-1.5 ps-5 marker:text-accent">
        <li>
          It ends {open} open {open === 1 ? "conversation" : "conversations"}.
        </li>
        <li>
          It makes {pairs} new {pairs === 1 ? "pair" : "pairs"} of {members}{" "}
          {members === 1 ? "member" : "members"}, and leaves {unmatched} out.
        </li>
      </ul>
      <p>Members aren't asked, and it can't be undone. Your name goes into the audit.</p>
      <Form id="reset" method="post" action={`${HOME}?dialog=${RESET_DIALOG}`} className="contents">
        <input type="hidden" name="intent" value={INTENT} />
        {word === null ? null : (
          <TextField
            label={`Type ${word} to go on`}
            name="confirm"
            autoComplete="off"
            errors={answer?.error?.confirm ?? undefined}
          />
        )}
      </Form>
      <DialogActions>
        <DialogCancel path={HOME} onClose={close} disabled={isBusy} />
        <Button type="submit" form="reset" variant="danger" pending={isBusy}>
          End them and pair again
        </Button>
      </DialogActions>
    </AlertDialog>
  );
}
