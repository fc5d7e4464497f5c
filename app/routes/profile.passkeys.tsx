import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { PasswordField } from "~/app/components/password-field";
import { PageHeading, Section } from "~/app/components/section";
import { WayBack } from "~/app/components/way-back";
import { ADD_INTENT, AddPasskey } from "~/app/features/accounts/add-passkey";
import {
  AFTER_PASSWORD,
  PasskeyList,
  REMOVE_INTENT,
  RENAME_INTENT,
} from "~/app/features/accounts/passkey-list";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { type RouteArgs, toRefusal } from "~/app/lib/refusal.server";
import { safeNext } from "~/app/lib/safe-next";
import { PASSKEYS_PAGE, passkeyPage, requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from "~/core/accounts/passkeys";
import {
  addPasskeySchema,
  confirmPasswordSchema,
  removePasskeySchema,
  renamePasskeySchema,
} from "~/core/accounts/schemas";
import { confirmPassword, isPasswordConfirmed } from "~/core/accounts/service";
import { countUse } from "~/core/accounts/session";
import { BRAND } from "~/core/shared/brand";
import { MAX_PASSKEYS_PER_MEMBER } from "~/core/shared/constants";
import { parseInput } from "~/core/shared/parse";

const CONFIRM_INTENT = "confirm";
const FAILED = "The passkeys could not be changed";

export const meta: MetaFunction = () => pageMeta({ title: "Passkeys" });

/** The page that an admin wanted to open before a redirect asked for a passkey. */
const wayOn = ({ request }: RouteArgs) => {
  const next = safeNext(new URL(request.url).searchParams.get("next"), "");
  return next === "" ? null : next;
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const { deps } = context;
  const { isRegistered, isRequired, isConfirmed } = viewer.passkey;
  // An admin with a passkey must confirm with it before changing passkeys.
  if (isRegistered && !isConfirmed) throw redirect(passkeyPage(PASSKEYS_PAGE));
  return {
    passkeys: await listPasskeys(deps, viewer),
    isConfirmed: isPasswordConfirmed(deps, viewer),
    isRequired,
    isAfterPassword: new URL(request.url).searchParams.has(AFTER_PASSWORD),
  };
}

function wayBack({ request }: RouteArgs): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

export async function action(args: ActionFunctionArgs) {
  const { deps, address, config } = args.context;
  const { viewer } = await requireSession(args.request, args.context);
  const form = await readForm(args.request, {
    [CONFIRM_INTENT]: confirmPasswordSchema,
    [ADD_INTENT]: addPasskeySchema,
    [RENAME_INTENT]: renamePasskeySchema,
    // The Remove button is in the form with the name, so the name is sent too.
    [REMOVE_INTENT]: renamePasskeySchema,
  });
  try {
    await countUse(deps, viewer, "passkeyChanges");
    if (form.intent === CONFIRM_INTENT) {
      const password = parseInput(confirmPasswordSchema, form.fields);
      await confirmPassword(deps, viewer, address, password);
      return {};
    }
    if (form.intent === ADD_INTENT) {
      const passkey = parseInput(addPasskeySchema, form.fields);
      await addPasskey(deps, viewer, config.origin, passkey);
      const to = wayOn(args) ?? wayBack(args);
      return redirectWithToast(to, "Passkey added");
    }
    if (form.intent === RENAME_INTENT) {
      await renamePasskey(deps, viewer, parseInput(renamePasskeySchema, form.fields));
      return redirectWithToast(wayBack(args), "Passkey renamed");
    }
    await removePasskey(deps, viewer, parseInput(removePasskeySchema, form.fields));
    return redirectWithToast(wayBack(args), "Passkey removed");
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function PasskeysPage() {
  const { passkeys, isConfirmed, isRequired, isAfterPassword } = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex max-w-2xl flex-col gap-10 py-10 sm:py-14">
      <PageHeading
        lede={`A passkey signs you in by your fingerprint, your face or your device’s PIN. ${BRAND.name} keeps its public half; the other half stays with you, so there is nothing to guess and nothing to steal from us.`}
      >
        Passkeys
      </PageHeading>
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
          <PasskeyList passkeys={passkeys} offline={FAILED} />
        </Section>
      ) : null}
      <Section id="another" title={isConfirmed ? "Add a passkey" : "To add or remove one"}>
        <div className="mt-5">
          {isConfirmed ? <Adding count={passkeys.length} /> : <PasswordFirst />}
        </div>
      </Section>
      <WayBack to="/settings">Back to Account</WayBack>
    </div>
  );
}

function Adding({ count }: { count: number }) {
  if (count < MAX_PASSKEYS_PER_MEMBER) return <AddPasskey offline={FAILED} />;
  return <p className="text-ink-muted">You have {count}. Remove one to add another.</p>;
}

function PasswordFirst() {
  const form = useForm({ intent: CONFIRM_INTENT, offline: FAILED });
  return (
    <Form {...form.props} className="flex max-w-form flex-col items-start gap-4">
      <FormError error={form.errors[""]} />
      <input type="hidden" name="intent" value={CONFIRM_INTENT} />
      <PasswordField
        label="Password"
        {...form.bind("password")}
        hint="Your password keeps others from changing how you sign in. We ask once an hour."
        className="w-full"
      />
      <Button type="submit" pending={form.isBusy}>
        Continue
      </Button>
    </Form>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="Passkeys" message="The passkeys could not be loaded" />;
}
