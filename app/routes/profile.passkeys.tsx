import { Button, LinkButton } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PasswordField } from "~/app/components/password-field";
import { PageHeading, Section } from "~/app/components/section";
import { ADD_INTENT, AddPasskey } from "~/app/features/passkeys/add-passkey";
import { PasskeyList, REMOVE_INTENT, RENAME_INTENT } from "~/app/features/passkeys/passkey-list";
import { Form, useActionData, useLoaderData } from "~/app/framework";
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "~/app/framework.server";
import { type ActionData, failForm, formErrors, usePageForm } from "~/app/lib/action-data";
import { acceptForm, tryForm } from "~/app/lib/answer-form.server";
import { submitForm } from "~/app/lib/offline-fallback";
import { pageMeta } from "~/app/lib/page-meta";
import { readFields } from "~/app/lib/read-fields.server";
import type { RouteArgs } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { PASSKEYS_PAGE, passkeyPage, requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import {
  addPasskeySchema,
  confirmPasswordSchema,
  removePasskeySchema,
  renamePasskeySchema,
} from "~/core/auth/schemas";
import type { Viewer } from "~/core/auth/viewer";
import { BRAND } from "~/core/shared/brand";
import { MAX_PASSKEYS_PER_MEMBER } from "~/core/shared/constants";
import { parseInput } from "~/core/shared/parse";

const CONFIRM_INTENT = "confirm";
const FAILED = "The passkeys could not be changed";

export const meta: MetaFunction = () => pageMeta({ title: "Passkeys" });

/** Where an admin was going who had to make a passkey first. */
const wayOn = ({ request }: RouteArgs) => {
  const next = safeNext(new URL(request.url).searchParams.get("next"), "");
  return next === "" ? null : next;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const { auth, passkeys } = context.services;
  const { isRegistered, isRequired, isConfirmed } = viewer.passkey;
  // An admin proves one passkey before changing any.
  if (isRegistered && !isConfirmed) throw redirect(passkeyPage(PASSKEYS_PAGE));
  return {
    passkeys: await passkeys.listPasskeys(viewer),
    isConfirmed: auth.isPasswordConfirmed(viewer),
    isRequired,
  };
}

/** What a form of the page does, by its intent, and what is said then. */
async function change(args: RouteArgs, viewer: Viewer, form: FormData) {
  const { context } = args;
  const { auth, passkeys } = context.services;
  const { intent, ...given } = Object.fromEntries(form);
  switch (intent) {
    case CONFIRM_INTENT: {
      const input = parseInput(confirmPasswordSchema, given);
      await auth.confirmPassword(viewer, { address: context.address }, input);
      return null;
    }
    case ADD_INTENT: {
      const site = { origin: context.config.origin };
      await passkeys.addPasskey(viewer, site, parseInput(addPasskeySchema, given));
      return { message: "Passkey added", to: wayOn(args) };
    }
    case RENAME_INTENT:
      await passkeys.renamePasskey(viewer, parseInput(renamePasskeySchema, given));
      return { message: "Passkey renamed", to: null };
    case REMOVE_INTENT:
      await passkeys.removePasskey(viewer, parseInput(removePasskeySchema, given));
      return { message: "Passkey removed", to: null };
    default:
      throw new Response(null, { status: 400, statusText: "Bad Request" });
  }
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const { viewer } = await requireSession(request, context);
  const form = await readFields(request, ["intent", "password", "passkeyId", "name", "passkey"]);
  return tryForm(args, { fallback: FAILED }, async () => {
    await context.services.auth.countUse(viewer, "passkeyChanges");
    const done = await change(args, viewer, form);
    if (!done) return acceptForm({});
    const here = new URL(request.url);
    const to = done.to ?? here.pathname + here.search;
    return redirectWithToast(to, { type: "success", message: done.message });
  });
}

export const clientAction = submitForm(() => failForm(FAILED));

export default function PasskeysPage() {
  const { passkeys, isConfirmed, isRequired } = useLoaderData<typeof loader>();
  const errors = formErrors(useActionData<ActionData>());
  return (
    <div className="page-width flex max-w-2xl flex-col gap-10 py-10 sm:py-14">
      <PageHeading
        lede={`A passkey signs you in by your fingerprint, your face or your device’s PIN. ${BRAND.name} keeps its public half; the other half stays with you, so there is nothing to guess and nothing to steal from us.`}
      >
        Passkeys
      </PageHeading>
      <FormErrors errors={errors} />
      {isRequired && passkeys.length === 0 ? (
        <p className="font-medium">Admins need one here before they see the desk.</p>
      ) : null}
      {passkeys.length > 0 ? (
        <Section id="yours" title="Your passkeys">
          <PasskeyList passkeys={passkeys} />
        </Section>
      ) : null}
      <Section id="another" title={isConfirmed ? "Add a passkey" : "To add or remove one"}>
        <div className="mt-5">
          {isConfirmed ? <Adding count={passkeys.length} /> : <PasswordFirst />}
        </div>
      </Section>
      <div className="flex flex-col border-rule border-t pt-8 sm:flex-row">
        <LinkButton to="/profile" variant="secondary">
          Back to your profile
        </LinkButton>
      </div>
    </div>
  );
}

function Adding({ count }: { count: number }) {
  if (count < MAX_PASSKEYS_PER_MEMBER) return <AddPasskey />;
  return <p className="text-ink-muted">You have {count}. Remove one to add another.</p>;
}

function PasswordFirst() {
  const { isBusy } = usePageForm(CONFIRM_INTENT);
  return (
    <Form method="post" noValidate className="flex max-w-form flex-col items-start gap-4">
      <input type="hidden" name="intent" value={CONFIRM_INTENT} />
      <PasswordField
        label="Password"
        name="password"
        hint="So that nobody else changes your ways in on your device. It is asked once per hour."
        className="w-full"
      />
      <Button type="submit" pending={isBusy}>
        Continue
      </Button>
    </Form>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Passkeys" message="The passkeys could not be loaded" />;
}
