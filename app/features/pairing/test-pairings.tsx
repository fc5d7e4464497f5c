import FlaskConical from "lucide-react/icons/flask-conical";
import { Button } from "~/app/components/button";
import { Form, useNavigation } from "~/app/framework";

export const TRIGGER_INTENT = "trigger-pairings";
export const TRIGGER_FAILED = "Failed to trigger daily pairings";

/** For admins: pairs everyone anew, now. The words follow whether any open pairing exists (contract §7). */
export function TestPairings({ pairingsExist }: { pairingsExist: boolean }) {
  const { state, formData } = useNavigation();
  const isBusy = state !== "idle" && formData?.get("intent") === TRIGGER_INTENT;
  return (
    <Form method="post" className="flex justify-center">
      <input type="hidden" name="intent" value={TRIGGER_INTENT} />
      <Button type="submit" variant="secondary" size="sm" pending={isBusy}>
        {isBusy ? null : <FlaskConical aria-hidden className="size-4" />}
        {pairingsExist ? "Reset Pairings (Testing Only)" : "Create Test Pairings Now"}
      </Button>
    </Form>
  );
}
