import FlaskConical from "lucide-react/icons/flask-conical";
import { AlertDialog, DialogActions, DialogCancel } from "~/app/components/alert-dialog";
import { Button } from "~/app/components/button";
import { Form, useNavigate, useNavigation } from "~/app/framework";

export const TRIGGER_INTENT = "trigger-pairings";
export const TRIGGER_FAILED = "Failed to trigger daily pairings";
/** In the address it asks for the question before a reset, as with scripts off. */
export const RESET_DIALOG = "reset";

const HOME = "/conversations";

/** What a reset would do now. */
interface ResetPreview {
  /** Conversations that it would end. */
  open: number;
  members: number;
  pairs: number;
  unmatched: number;
}

interface TestPairingsProps {
  pairingsExist: boolean;
  /** Null unless it was asked for. */
  preview: ResetPreview | null;
}

/**
 * For admins: pairs everyone again, now. The words follow whether any open pairing exists (contract §7). What ends
 * conversations asks first, with its numbers.
 */
export function TestPairings({ pairingsExist, preview }: TestPairingsProps) {
  const { state, formData, location } = useNavigation();
  const navigate = useNavigate();
  const isBusy = state !== "idle" && formData?.get("intent") === TRIGGER_INTENT;
  const isAsking = location?.search.includes(`dialog=${RESET_DIALOG}`) ?? false;
  if (!pairingsExist) {
    return (
      <Form method="post" className="flex justify-center">
        <input type="hidden" name="intent" value={TRIGGER_INTENT} />
        <Button type="submit" variant="secondary" size="sm" pending={isBusy}>
          {isBusy ? null : <FlaskConical aria-hidden className="size-4" />}
          Create Test Pairings Now
        </Button>
      </Form>
    );
  }
  const close = () => navigate(HOME, { replace: true, preventScrollReset: true });
  return (
    <>
      <Form method="get" preventScrollReset className="flex justify-center">
        <input type="hidden" name="dialog" value={RESET_DIALOG} />
        <Button type="submit" variant="secondary" size="sm" pending={isAsking}>
          {isAsking ? null : <FlaskConical aria-hidden className="size-4" />}
          Reset Pairings (Testing Only)
        </Button>
      </Form>
      <AlertDialog
        open={preview !== null}
        onClose={close}
        busy={isBusy}
        title="End today's conversations?"
      >
        {preview ? <Numbers {...preview} /> : null}
        <p>Nobody is asked, and it can't be taken back. That you did it is noted.</p>
        <DialogActions>
          <DialogCancel path={HOME} onClose={close} disabled={isBusy} />
          <Form method="post" action={HOME} className="contents">
            <input type="hidden" name="intent" value={TRIGGER_INTENT} />
            <Button type="submit" variant="danger" pending={isBusy}>
              End them and pair again
            </Button>
          </Form>
        </DialogActions>
      </AlertDialog>
    </>
  );
}

function Numbers({ open, members, pairs, unmatched }: ResetPreview) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 marker:text-accent">
      <li>
        It ends {open} open {open === 1 ? "conversation" : "conversations"}.
      </li>
      <li>
        It makes {pairs} new {pairs === 1 ? "pair" : "pairs"} of {members}{" "}
        {members === 1 ? "member" : "members"}, and leaves {unmatched} out.
      </li>
    </ul>
  );
}
