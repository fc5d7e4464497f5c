import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Form,
  unstable_usePrompt,
  useActionData,
  useBeforeUnload,
  useLoaderData,
} from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button, ButtonRow } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { LoadFailure } from "~/app/components/load-failure";
import { PageHeading, SectionLabel } from "~/app/components/section";
import { SelectField } from "~/app/components/select-field";
import { TextareaField, TextField } from "~/app/components/text-field";
import { editFields, editSchema, onlyChanges } from "~/app/features/profile/edit-schema";
import { findCities } from "~/app/features/profile/find-cities.server";
import { LanguageFields } from "~/app/features/profile/language-fields";
import { LocationFields, SEARCH_INTENT } from "~/app/features/profile/location-fields";
import { PreferenceFields } from "~/app/features/profile/preference-fields";
import { toTexts } from "~/app/features/profile/profile-form";
import { LOCATION_INTENT } from "~/app/features/profile/use-location-capture";
import { parseObject } from "~/app/lib/browser-storage";
import { type FormAnswer, type FormState, readForm, refuse, useForm } from "~/app/lib/form";
import { GENDER_OPTIONS, NAME_HINT } from "~/app/lib/format-profile";
import { pageMeta } from "~/app/lib/page-meta";
import { toRefusal } from "~/app/lib/refusal.server";
import { requireSession } from "~/app/lib/session.server";
import { redirectWithToast } from "~/app/lib/toast.server";
import { countUse } from "~/core/accounts/session";
import { wasLeftOut } from "~/core/pairing/service";
import { updateLocationSchema } from "~/core/profile/schemas";
import { updateLocation, updateProfile } from "~/core/profile/service";
import { toUtcDate } from "~/core/shared/age";
import { MINIMUM_DATE_OF_BIRTH } from "~/core/shared/constants";
import { LANGUAGES } from "~/core/shared/languages";
import { parseInput } from "~/core/shared/parse";

export const meta: MetaFunction = () => pageMeta({ title: "Edit Profile" });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { viewer } = await requireSession(request, context);
  return {
    user: viewer.user,
    // `today` is by the server's clock, so that the server and the browser render the same.
    today: toUtcDate(Date.now()),
    suggestedLanguages: readAcceptedLanguages(request),
    wasLeftOut: await wasLeftOut(context.deps, viewer),
  };
}

/** A client can send thousands of entries in `Accept-Language`. */
const LANGUAGES_READ = 20;

function readAcceptedLanguages(request: Request): string[] {
  const accepted = (request.headers.get("accept-language") ?? "").split(",", LANGUAGES_READ);
  const codes = accepted.map((range) => toCode(range.split(";")[0]?.trim() ?? ""));
  const listed = new Set(LANGUAGES.map(({ code }) => code));
  return [...new Set(codes)].filter((code) => listed.has(code));
}

/** For example `he` for `iw-IL`; empty if the text is not a language tag. */
function toCode(tag: string): string {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return "";
  }
}

export async function action(args: ActionFunctionArgs) {
  const { deps } = args.context;
  const { viewer } = await requireSession(args.request, args.context);
  const sent = await readForm(args.request, {
    "": editFields,
    [LOCATION_INTENT]: editFields,
    [SEARCH_INTENT]: editFields,
  });
  const { typed, fields } = sent;
  // Without scripts, a city's button sends its own value instead of an intent.
  const form = typed.city === undefined ? sent : { ...sent, intent: LOCATION_INTENT };
  try {
    const isSearch = form.intent === SEARCH_INTENT;
    await countUse(deps, viewer, isSearch ? "placeLookups" : "profileWrites");
    if (isSearch) {
      const found = await findCities(args, typed.city_query ?? "");
      return { intent: SEARCH_INTENT, typed, found };
    }
    if (form.intent === LOCATION_INTENT) {
      const position = parseInput(updateLocationSchema, readPosition(typed));
      const { position: stored, isZoneKnown } = await updateLocation(deps, viewer, position);
      const place = { location: stored.location, timezone: stored.timezone, isZoneKnown };
      return { intent: LOCATION_INTENT, typed, place, message: "Your location has been updated" };
    }
    const changes = onlyChanges(parseInput(editSchema, fields), viewer.user);
    await updateProfile(deps, viewer, changes, "given");
    const message = "Profile updated successfully";
    return redirectWithToast("/profile", message);
  } catch (error) {
    return refuse(form, toRefusal(error, "Failed to update profile", args));
  }
}

function readPosition({ city, latitude, longitude, location }: Record<string, string>): unknown {
  if (city !== undefined) return parseObject(city);
  return { latitude: Number(latitude), longitude: Number(longitude), location };
}

export { clientAction } from "~/app/lib/offline-fallback";

const FORM_ID = "edit-profile";
const OFFLINE = "An error occurred while updating your profile";

export default function EditProfilePage() {
  const { user, wasLeftOut } = useLoaderData<typeof loader>();
  // Without scripts, a press of a place button submits the form. The answer has what was typed into the other fields.
  const typed = useActionData<FormAnswer>()?.typed;
  const form = useForm({
    offline: OFFLINE,
    initial: typed ?? toTexts(user),
    schema: async () => (await import("~/app/features/profile/edit-schema")).editSchema,
  });
  const leave = useUnsavedChanges();
  return (
    <div className="page-width flex max-w-3xl flex-col gap-8 py-10 sm:py-14">
      <PageHeading>Edit Profile</PageHeading>
      <FormError error={form.errors[""]} />
      <Form
        {...form.props}
        id={FORM_ID}
        className="peer flex flex-col gap-8 [&_:is(input,select,textarea,button)]:scroll-mb-28"
      >
        {/* Enter presses the form's first button. Without this hidden button, that would be the city search. */}
        <button type="submit" hidden disabled={form.isBusy} tabIndex={-1} aria-hidden />
        <AboutFields form={form} />
        <PreferenceFields form={form} wasLeftOut={wasLeftOut} />
      </Form>
      {/* The row is not sticky while cities are listed, because it would cover some of them. */}
      <ButtonRow className="sticky bottom-0 asking:bottom-14 z-10 border-rule border-t bg-paper py-3 peer-has-[[aria-label=Cities]]:static">
        <GoButton to="/profile" disabled={form.isBusy} onClick={leave}>
          Cancel
        </GoButton>
        <Button type="submit" form={FORM_ID} pending={form.isBusy}>
          Save Changes
        </Button>
      </ButtonRow>
    </div>
  );
}

function AboutFields({ form }: { form: FormState }) {
  const { user, today, suggestedLanguages } = useLoaderData<typeof loader>();
  return (
    <div className="flex flex-col gap-5">
      <SectionLabel>About you</SectionLabel>
      <TextField
        label="Name"
        hint={NAME_HINT}
        autoComplete="name"
        aria-required
        {...form.bind("name")}
      />
      <LocationFields user={user} offline={OFFLINE} />
      <TextareaField
        label="Bio"
        rows={4}
        placeholder="Tell us about yourself..."
        {...form.bind("bio")}
      />
      <LanguageFields suggested={suggestedLanguages} form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          type="date"
          label="Date of Birth"
          min={MINIMUM_DATE_OF_BIRTH}
          max={today}
          autoComplete="bday"
          aria-required
          {...form.bind("dob")}
        />
        <SelectField label="Gender" options={GENDER_OPTIONS} {...form.bind("gender")} />
      </div>
    </div>
  );
}

/** The fields of the place, which the page saves separately. */
const SAVED_APART = new Set(["location", "timezone", "city_query"]);

function readEdits(): string {
  const form = document.getElementById(FORM_ID) as HTMLFormElement | null;
  const fields = form ? [...new FormData(form)] : [];
  return JSON.stringify(fields.filter(([name]) => !SAVED_APART.has(name)));
}

/** Asks before the reader leaves unsaved changes. @returns a function that turns the question off */
function useUnsavedChanges(): () => void {
  const saved = useRef<string | null>(null);
  const isChanged = () => saved.current !== null && saved.current !== readEdits();
  useEffect(() => {
    saved.current = readEdits();
  }, []);
  useBeforeUnload((event) => isChanged() && event.preventDefault());
  unstable_usePrompt({
    message: "Leave without saving? What you changed here isn’t saved yet.",
    when: ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && isChanged(),
  });
  return () => {
    saved.current = null;
  };
}

export function ErrorBoundary() {
  return <LoadFailure heading="Edit Profile" message="Failed to load profile data" />;
}
