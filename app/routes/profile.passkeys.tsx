import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PasswordField } from "~/app/components/password-field";
import { PageHeading, Section } from "~/app/components/section";
import { WayBack } from "~/app/components/way-back";
import { ADD_INTENT, AddPasskey } from "~/app/features/passkeys/add-passkey";
import {
  AFTER_PASSWORD,
  PasskeyList,
  REMOVE_INTENT,
  RENAME_INTENT,
} from "~/app/features/passkeys/passkey-list";
import { type ActionData, formErrors, usePageForm } from "~/app/lib/action-data";
import { submitForms } from "~/app/lib/forms";
import { acceptForm, asMember, defineForms, memberForm } from "~/app/lib/forms.server";
import { pageMeta } from "~/app/lib/page-meta";
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
import { BRAND } from "~/core/shared/brand";
import { MAX_PASSKEYS_PER_MEMBER } from "~/core/shared/constants";

const CONFIRM_INTENT = "confirm";
const FAILED = { fallback: "The passkeys could not be changed" } as const;
const FORMS = {
  [CONFIRM_INTENT]: FAILED,
  [ADD_INTENT]: FAILED,
  [RENAME_INTENT]: FAILED,
  [REMOVE_INTENT]: FAILED,
} as const;

export const meta: MetaFunction = () => pageMeta({ title: "Passkeys" });

/** The page that an admin wanted to open before they were sent here to add a passkey. */
const wayOn = ({ request }: RouteArgs) => {
  const next = safeNext(new URL(request.url).searchParams.get("next"), "");
  return next === "" ? null : next;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const { auth, passkeys } = context.services;
  const { isRegistered, isRequired, isConfirmed } = viewer.passkey;
  // An admin confirms with a passkey before changing any.
  if (isRegistered && !isConfirmed) throw redirect(passkeyPage(PASSKEYS_PAGE));
  return {
    passkeys: await passkeys.listPasskeys(viewer),
    isConfirmed: auth.isPasswordConfirmed(viewer),
    isRequired,
    isAfterPassword: new URL(request.url).searchParams.has(AFTER_PASSWORD),
  };
}

/** Redirects to the same page with its query, which has the page of `next`. */
function leadBack({ request }: RouteArgs, message: string): Response {
  const { pathname, search } = new URL(request.url);
  return redirectWithToast(pathname + search, { type: "success", message });
}

export const action = defineForms(
  { words: FORMS, guard: asMember },
  {
    [CONFIRM_INTENT]: memberForm({
      bound: "passkeyChanges",
      schema: confirmPasswordSchema,
      async run({ context, viewer, value }) {
        const { services, address } = context;
        await services.auth.confirmPassword(viewer, { address }, value);
        return acceptForm({});
      },
    }),
    [ADD_INTENT]: memberForm({
      bound: "passkeyChanges",
      schema: addPasskeySchema,
      async run({ viewer, value, ...args }) {
        const { services, config } = args.context;
        await services.passkeys.addPasskey(viewer, { origin: config.origin }, value);
        const message = "Passkey added";
        const next = wayOn(args);
        return next === null
          ? leadBack(args, message)
          : redirectWithToast(next, { type: "success", message });
      },
    }),
    [RENAME_INTENT]: memberForm({
      bound: "passkeyChanges",
      schema: renamePasskeySchema,
      async run({ viewer, value, ...args }) {
        await args.context.services.passkeys.renamePasskey(viewer, value);
        return leadBack(args, "Passkey renamed");
      },
    }),
    [REMOVE_INTENT]: memberForm({
      bound: "passkeyChanges",
      schema: removePasskeySchema,
      // The Remove button is in the form with the name, so that field is sent too.
      fields: ["passkeyId", "name"],
      async run({ viewer, value, ...args }) {
        await args.context.services.passkeys.removePasskey(viewer, value);
        return leadBack(args, "Passkey removed");
      },
    }),
  },
);

export const clientAction = submitForms(FORMS);

export default function PasskeysPage() {
  const { passkeys, isConfirmed, isRequired, isAfterPassword } = useLoaderData<typeof loader>();
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
          {isAfterPassword ? (
            <p className="mt-3">
              Your password is new. These passkeys still sign you in: remove any that you don’t
              know.
            </p>
          ) : null}
          <PasskeyList passkeys={passkeys} />
        </Section>
      ) : null}
      <Section id="another" title={isConfirmed ? "Add a passkey" : "To add or remove one"}>
        <div className="mt-5">
          {isConfirmed ? <Adding count={passkeys.length} /> : <PasswordFirst />}
        </div>
      </Section>
      <WayBack to="/settings">Back to Settings</WayBack>
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
        hint="Your password keeps others from changing how you sign in. We ask once an hour."
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
