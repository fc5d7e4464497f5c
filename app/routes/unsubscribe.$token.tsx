import { Button } from "~/app/components/button";
import { GoButton } from "~/app/components/go-button";
import { PageHeading } from "~/app/components/section";
import { type ClientActionFunctionArgs, Form, useActionData, useNavigation } from "~/app/framework";
import { type ActionFunctionArgs, data, type MetaFunction } from "~/app/framework.server";
import { surviveOffline } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import { BRAND } from "~/core/shared/brand";

export const meta: MetaFunction = () => [
  ...pageMeta({ title: "Fewer Mails" }),
  { name: "referrer", content: "no-referrer" },
];

type UnsubscribeData = { isDone: boolean } | null;

/** Looking at the address changes nothing. The button does, and so does the one of a mail program (RFC 8058). */
export async function action({ request, context, params }: ActionFunctionArgs) {
  // What a mail program sends with it: `List-Unsubscribe=One-Click`.
  await readFields(request, ["List-Unsubscribe"]);
  const isDone = await context.services.email.unsubscribe({ token: params.token ?? "" });
  return data<UnsubscribeData>({ isDone }, { status: isDone ? 200 : 404 });
}

export function clientAction({ serverAction }: ClientActionFunctionArgs) {
  return surviveOffline(serverAction<typeof action>, null);
}

export default function UnsubscribePage() {
  const answer = useActionData<UnsubscribeData>();
  const isPending = useNavigation().formMethod === "POST";
  const isDone = answer?.isDone === true;
  return (
    <div className="page-width py-12 sm:py-16">
      <div className="mx-auto flex max-w-form flex-col gap-8">
        <PageHeading
          lede={
            isDone
              ? "We still write about your account itself: its password, its address, and decisions about it."
              : "Mails about your account itself still come: its password, its address, and decisions about it."
          }
        >
          {isDone ? "That was the last one" : "No more mails like that one?"}
        </PageHeading>
        {answer?.isDone === false ? (
          <p role="alert">This link is none of ours. Your profile has the same setting.</p>
        ) : null}
        {isDone ? (
          <GoButton to="/">To {BRAND.name}</GoButton>
        ) : (
          <Form method="post">
            <Button type="submit" pending={isPending}>
              No more of them
            </Button>
          </Form>
        )}
      </div>
    </div>
  );
}
