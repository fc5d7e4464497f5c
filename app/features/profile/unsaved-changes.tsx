import { useBlocker } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { AlertDialog, DialogActions, FIRST_FOCUS } from "~/app/components/alert-dialog";
import { Button } from "~/app/components/button";

/** Fields of the form that are saved separately, or do not belong to the profile. */
const NOT_SAVED_BY_FORM = new Set(["location", "timezone", "city_query"]);

function readEdits(formId: string): string {
  const form = document.getElementById(formId);
  if (!(form instanceof HTMLFormElement)) return "";
  const fields = [...new FormData(form)].filter(([name]) => !NOT_SAVED_BY_FORM.has(name));
  return JSON.stringify(fields);
}

/**
 * Asks before the page is left with unsaved changes in a form. A link or Back opens a dialog; closing the tab opens the
 * browser's own question. Cancel, a form of its own with the method GET, leaves without a question.
 */
export function UnsavedChanges({ formId }: { formId: string }) {
  const saved = useRef("");
  const isCancelled = useRef(false);
  const hasChanges = () => !isCancelled.current && readEdits(formId) !== saved.current;

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasChanges(),
  );

  useEffect(() => {
    saved.current = readEdits(formId);
    const onSubmit = ({ target }: SubmitEvent) => {
      isCancelled.current = target instanceof HTMLFormElement && target.method === "get";
    };
    const onLeave = (event: BeforeUnloadEvent) => {
      if (!isCancelled.current && readEdits(formId) !== saved.current) event.preventDefault();
    };
    // Captured, so that it runs before the framework's handler, which calls the blocker.
    document.addEventListener("submit", onSubmit, true);
    window.addEventListener("beforeunload", onLeave);
    return () => {
      document.removeEventListener("submit", onSubmit, true);
      window.removeEventListener("beforeunload", onLeave);
    };
  }, [formId]);

  const stay = () => blocker.reset?.();
  return (
    <AlertDialog open={blocker.state === "blocked"} title="Leave without saving?" onClose={stay}>
      <p>What you changed here isn’t saved yet.</p>
      <DialogActions>
        <Button variant="secondary" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button onClick={stay} {...FIRST_FOCUS}>
          Keep editing
        </Button>
      </DialogActions>
    </AlertDialog>
  );
}
