import { Button } from "~/app/components/button";
import { late } from "~/app/components/late";
import { Form, useNavigation } from "~/app/framework";
import { usePageForm } from "~/app/lib/action-data";
import type { Home } from "./home-loader.server";
import { RESET_DIALOG, TRIGGER_INTENT } from "./trigger";

const ResetQuestion = late(
  "reset-question",
  async () => (await import("./reset-question")).ResetQuestion,
);

/**
 * For admins: pairs everyone again, now. The words follow whether any open pairing exists (docs/rules.md#screens). What ends
 * conversations asks first, with its numbers.
 */
export function TestPairings({
  pairingsExist,
  resetPreview,
}: Pick<Home, "pairingsExist" | "resetPreview">) {
  const { location } = useNavigation();
  const { isBusy } = usePageForm(TRIGGER_INTENT);
  const isAsking = location?.search.includes(`dialog=${RESET_DIALOG}`) ?? false;
  if (!pairingsExist) {
    return (
      <Form method="post" className="flex justify-center">
        <input type="hidden" name="intent" value={TRIGGER_INTENT} />
        <Button type="submit" variant="secondary" size="sm" pending={isBusy}>
          Create Test Pairings Now
        </Button>
      </Form>
    );
  }
  return (
    <>
      <Form method="get" preventScrollReset className="flex justify-center">
        <input type="hidden" name="dialog" value={RESET_DIALOG} />
        <Button type="submit" variant="secondary" size="sm" pending={isAsking}>
          Reset Pairings (Testing Only)
        </Button>
      </Form>
      {resetPreview ? <ResetQuestion {...resetPreview} /> : null}
    </>
  );
}
