import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Badge } from "~/app/components/badge";
import { Button } from "~/app/components/button";
import { EmailAddress } from "~/app/components/email-address";
import { Banner, FormError } from "~/app/components/form-banner";
import { LoadFailure } from "~/app/components/load-failure";
import { LocalTime } from "~/app/components/local-time";
import { PasswordField } from "~/app/components/password-field";
import { PageHeading, Section } from "~/app/components/section";
import { TextField } from "~/app/components/text-field";
import { WayBack } from "~/app/components/way-back";
import { LocalOutboxNote, NoMail } from "~/app/features/accounts/local-outbox-note";
import { readForm, refuse, useForm } from "~/app/lib/form";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import {
  getEmailState,
  requestChange,
  resendVerification,
  setNotices,
} from "~/core/accounts/email";
import { changeEmailSchema, noticesSchema } from "~/core/accounts/schemas";
import { countUse } from "~/core/accounts/session";
import type { EmailStateDto } from "~/core/shared/contract";
import { parseInput } from "~/core/shared/parse";

const RESEND_INTENT = "resend";
const CHANGE_INTENT = "change";
const NOTICES_INTENT = "notices";
const PAGE = "/profile/email";
const FAILED = "The e-mail address could not be changed";

export const meta: MetaFunction = () => pageMeta({ title: "E-mail" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  const state = await getEmailState(context.deps, viewer);
  return { state, isLocal: context.config.mail === "local" };
}

const leadBack = (message: string) => redirectWithToast(PAGE, message);

export async function action(args: ActionFunctionArgs) {
  const { deps, address } = args.context;
  const { viewer } = await requireSession(args.request, args.context);
  const form = await readForm(args.request, {
    [RESEND_INTENT]: z.object({}),
    [CHANGE_INTENT]: changeEmailSchema,
    [NOTICES_INTENT]: noticesSchema,
  });
  try {
    if (form.intent === RESEND_INTENT) {
      return leadBack((await resendVerification(deps, viewer)).message);
    }
    if (form.intent === CHANGE_INTENT) {
      const change = parseInput(changeEmailSchema, form.fields);
      return leadBack((await requestChange(deps, viewer, address, change)).message);
    }
    await countUse(deps, viewer, "profileWrites");
    const wants_notices = form.fields.wants_notices === "on";
    await setNotices(deps, viewer, { wants_notices });
    return leadBack(
      wants_notices ? "You get these e-mails again" : "You get no more of these e-mails",
    );
  } catch (error) {
    return refuse(form, toRefusal(error, FAILED, args));
  }
}

export { clientAction } from "~/app/lib/offline-fallback";

export default function EmailPage() {
  const { state, isLocal } = useLoaderData<typeof loader>();
  return (
    <div className="page-width flex max-w-form flex-col gap-12 py-10 sm:py-14">
      <PageHeading lede="You sign in with it. Nobody you meet ever sees it.">E-mail</PageHeading>
      <Address state={state} isLocal={isLocal} />
      {state.mail ? (
        <>
          <ChangeForm />
          <Notices wants={state.wants_notices} />
        </>
      ) : (
        <NoMail />
      )}
      <WayBack to="/settings">Back to Account</WayBack>
    </div>
  );
}

function Address({ state, isLocal }: { state: EmailStateDto; isLocal: boolean }) {
  const form = useForm({ intent: RESEND_INTENT, offline: FAILED });
  const { pending } = state;
  return (
    <Section id="address" title="Your address" className="flex flex-col gap-5">
      <p className="flex flex-wrap items-center gap-3">
        <span className="font-serif text-lede [overflow-wrap:anywhere]">
          <EmailAddress address={state.email} />
        </span>
        <Badge tone={state.verified ? "success" : "warning"}>
          {state.verified ? "Confirmed" : "Not confirmed"}
        </Badge>
      </p>
      {state.verified || !state.mail ? null : (
        <Form {...form.props} className="flex flex-col gap-3">
          <FormError error={form.errors[""]} />
          <input type="hidden" name="intent" value={RESEND_INTENT} />
          <p className="text-ink-soft">
            We sent you an e-mail with a link.{" "}
            {state.pairing_waits ? "You join the draw once you have used it." : ""}
          </p>
          <Button
            type="submit"
            variant="secondary"
            size="sm"
            className="self-start"
            pending={form.isBusy}
          >
            Send it again
          </Button>
        </Form>
      )}
      {pending ? (
        <Banner>
          <p>
            Waiting for the change to{" "}
            <strong className="[overflow-wrap:anywhere]">
              <EmailAddress address={pending.email} />
            </strong>
            : confirm it {describePending(pending)} by{" "}
            <LocalTime instant={pending.expires_at} withTime />.
          </p>
        </Banner>
      ) : null}
      {state.verified && !pending ? null : <LocalOutboxNote isLocal={isLocal} />}
    </Section>
  );
}

function describePending(pending: NonNullable<EmailStateDto["pending"]>): string {
  if (pending.old_confirmed) return "by the e-mail there";
  return pending.new_confirmed
    ? "by the e-mail at your old address"
    : "by the e-mails at both addresses";
}

function ChangeForm() {
  const form = useForm({
    intent: CHANGE_INTENT,
    offline: FAILED,
    schema: async () => (await import("~/core/accounts/schemas")).changeEmailSchema,
  });
  return (
    <Section id="change" title="Another address" className="flex flex-col gap-5">
      <p className="text-ink-soft">
        We ask at both, the old one and the new one: someone with only your password can’t take your
        account away.
      </p>
      <Form {...form.props} className="flex flex-col gap-5">
        <FormError error={form.errors[""]} />
        <input type="hidden" name="intent" value={CHANGE_INTENT} />
        <TextField
          label="New Email Address"
          type="email"
          autoComplete="email"
          inputMode="email"
          aria-required
          {...form.bind("email")}
        />
        <PasswordField label="Current Password" {...form.bind("password")} />
        <Button type="submit" className="self-start" pending={form.isBusy}>
          Change Address
        </Button>
      </Form>
    </Section>
  );
}

function Notices({ wants }: { wants: boolean }) {
  const form = useForm({ intent: NOTICES_INTENT, offline: FAILED });
  return (
    <Section id="notices" title="E-mails from us" className="flex flex-col gap-5">
      <p className="text-ink-soft">
        We always write about your account itself: its password, its address, and decisions about
        it. {wants ? "You also get" : "You don’t get"} an e-mail when one of your reports has an
        answer, and before we pause you for having been away.
      </p>
      <Form {...form.props}>
        <FormError error={form.errors[""]} />
        <input type="hidden" name="intent" value={NOTICES_INTENT} />
        <input type="hidden" name="wants_notices" value={wants ? "off" : "on"} />
        <Button type="submit" variant="secondary" size="sm" pending={form.isBusy}>
          {wants ? "Stop these e-mails" : "Send me these e-mails"}
        </Button>
      </Form>
    </Section>
  );
}

export function ErrorBoundary() {
  return <LoadFailure heading="E-mail" message="Failed to load your e-mail address" />;
}
