import { Form, useNavigation } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { late } from "~/app/components/late";
import { usePageForm } from "~/app/lib/action-data";
import { type HOME_FORMS, RESET_DIALOG } from "./forms";
import type { Home } from "./home-loader.server";

const INTENT = "trigger-pairings" satisfies keyof typeof HOME_FORMS;

const ResetQuestion = late(
  "reset-question",
  async () => (await import("./reset-question")).ResetQuestion,
);

/**
 * Lets an admin pair all members again immediately. The button's text depends on whether any open pairing exists
 * (docs/rules.md#screens). A reset ends conversations, so it asks first and shows the numbers.
 */
export function TestPairings({
  pairingsExist,
  resetPreview,
}: Pick<Home, "pairingsExist" | "resetPreview">) {
  const { location } = useNavigation();
  const { isBusy } = usePageForm(INTENT);
  const isAsking = location?.search.includes(`dialog=${RESET_DIALOG}`) ?? false;
  if (!pairingsExist) {
    return (
      <Form method="post" className="flex justify-center">
        <input type="hidden" name="intent" value={INTENT} />
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
