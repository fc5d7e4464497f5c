import { Form, useNavigation } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { late } from "~/app/components/late";
import { useForm } from "~/app/lib/form";
import { HOME_FAILED, TRIGGER_INTENT as INTENT, RESET_DIALOG } from "./forms";
import type { Home } from "./home-loader.server";

const ResetQuestion = late(
  "reset-question",
  async () => (await import("./reset-question")).ResetQuestion,
);

/** A reset ends conversations, so the page first asks and says how many. */
export function TestPairings({
  pairingsExist,
  resetPreview,
}: Pick<Home, "pairingsExist" | "resetPreview">) {
  const { location } = useNavigation();
  const form = useForm({ intent: INTENT, offline: HOME_FAILED[INTENT], notifies: true });
  const isAsking = location?.search.includes(`dialog=${RESET_DIALOG}`) ?? false;
  if (!pairingsExist) {
    return (
      <Form {...form.props} className="flex justify-center">
        <input type="hidden" name="intent" value={INTENT} />
        <Button type="submit" variant="secondary" size="sm" pending={form.isBusy}>
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
      {resetPreview ? <ResetQuestion {...resetPreview} form={form} /> : null}
    </>
  );
}
