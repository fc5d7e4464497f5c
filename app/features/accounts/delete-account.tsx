import { Form, useLocation, useNavigate, useSearchParams } from "@remix-run/react";
import { useState } from "react";
import { AlertDialog, DialogActions, DialogCancel } from "~/app/components/alert-dialog";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { PasswordField } from "~/app/components/password-field";
import { Section } from "~/app/components/section";
import { useForm } from "~/app/lib/form";
import { PROMISES } from "~/core/shared/promises";

export const DELETE_INTENT = "delete-account";
export const DELETE_FAILED = "Failed to delete account";
const FORM_ID = "delete-account-form";
const CONFIRM = { name: "confirm", value: "delete" } as const;

/** Without scripts, `?confirm=delete` in the page's address opens the question. */
export function DeleteAccount() {
  const { pathname: path } = useLocation();
  const form = useForm({ intent: DELETE_INTENT, offline: DELETE_FAILED });
  const { isBusy } = form;
  const [query] = useSearchParams();
  const isAskedByAddress = query.get(CONFIRM.name) === CONFIRM.value;
  const [isOpen, setOpen] = useState(isAskedByAddress);
  const navigate = useNavigate();

  function close() {
    setOpen(false);
    if (isAskedByAddress) navigate(path, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <form
        // Without scripts, the question is at the end of the page. The anchor scrolls to it.
        action={`${path}#delete-account`}
        id="delete-account"
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
        className="flex flex-col"
      >
        <input type="hidden" name={CONFIRM.name} value={CONFIRM.value} />
        <button
          type="submit"
          className="text-link min-h-11 self-start font-medium decoration-rule-strong"
        >
          Delete Account
        </button>
      </form>
      <AlertDialog open={isOpen} busy={isBusy} title="Delete your account?" onClose={close}>
        <DeletionWords />
        <FormError error={form.errors[""]} />
        <Form {...form.props} id={FORM_ID} action={`${path}?${CONFIRM.name}=${CONFIRM.value}`}>
          <input type="hidden" name="intent" value={DELETE_INTENT} />
          <PasswordField
            label="Password"
            {...form.bind("password")}
            hint="Your password keeps others from deleting it on your device."
          />
        </Form>
        <DialogActions>
          <DialogCancel onClose={close} disabled={isBusy} />
          <Button type="submit" form={FORM_ID} variant="danger" pending={isBusy}>
            Delete Account
          </Button>
        </DialogActions>
      </AlertDialog>
    </>
  );
}

function DeletionWords() {
  return (
    <>
      <p>Deleting your account permanently removes:</p>
      <ul className="flex list-disc flex-col gap-1 ps-5 marker:text-accent">
        <li>your profile</li>
        <li>all conversation history</li>
        <li>your pairing preferences</li>
      </ul>
      <p>
        What is kept for a while, and why, is in the{" "}
        <a href="/privacy#retention" className="text-link">
          privacy notice
        </a>
        .
      </p>
      <p className="font-semibold text-ink">This cannot be undone.</p>
      <p>
        You may want to{" "}
        <a href="/profile/export" className="text-link">
          download your data
        </a>{" "}
        first.
      </p>
    </>
  );
}

export function Leave() {
  return (
    <Section id="leave" title="Leave">
      <p className="mt-4 max-w-measure text-ink-soft">{PROMISES.deletion}</p>
      <DeleteAccount />
    </Section>
  );
}
