import { Form, unstable_usePrompt, useActionData, useBeforeUnload } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Button, ButtonRow } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { SectionLabel } from "~/app/components/section";
import { SelectField } from "~/app/components/select-field";
import { TextareaField, TextField } from "~/app/components/text-field";
import { type FormAnswer, type FormState, useForm } from "~/app/lib/form";
import {
  CONSENT_HINT,
  GENDER_OPTIONS,
  NAME_HINT,
  PREFERRED_GENDER_OPTIONS,
} from "~/app/lib/format-profile";
import { MINIMUM_DATE_OF_BIRTH } from "~/core/shared/constants";
import type { MemberDto } from "~/core/shared/contract";
import { LanguageFields } from "./language-fields";
import { LocationFields } from "./location-fields";
import { AgeRangeField, DistanceField } from "./preference-fields";
import { toTexts } from "./profile-form";

const FORM_ID = "edit-profile";
const OFFLINE = "An error occurred while updating your profile";

interface ProfileEditFormProps {
  user: MemberDto;
  /** Today by the server's clock, so that server and browser render the same. `YYYY-MM-DD` */
  today: string;
  suggestedLanguages: readonly string[];
  /** Whether a run ever left the member out. */
  wasLeftOut: boolean;
}

/** The form of docs/rules.md#screens, 'Edit profile'. It works before its scripts run. */
export function ProfileEditForm(props: ProfileEditFormProps) {
  const { user, today, suggestedLanguages, wasLeftOut } = props;
  // With scripts off, the answer to a button for the place has the texts of all other fields.
  const typed = useActionData<FormAnswer>()?.typed;
  const form = useForm({
    offline: OFFLINE,
    initial: typed ?? toTexts(user),
    schema: async () => (await import("./edit-schema")).editSchema,
  });
  const leave = useUnsavedChanges();
  return (
    <>
      <FormError error={form.errors[""]} />
      <Form
        {...form.props}
        id={FORM_ID}
        className="peer flex flex-col gap-8 [&_:is(input,select,textarea,button)]:scroll-mb-28"
      >
        {/* Enter uses the form's first button: without this one, the city search. */}
        <button type="submit" hidden disabled={form.isBusy} tabIndex={-1} aria-hidden />
        <AboutFields {...{ user, today, suggestedLanguages, form }} />
        <PreferenceFields form={form} wasLeftOut={wasLeftOut} />
      </Form>
      {/* Sticks to the window's lower edge, except while cities are listed, because it would
          cover some of them. */}
      <ButtonRow className="sticky bottom-0 asking:bottom-14 z-10 border-rule border-t bg-paper py-3 peer-has-[[aria-label=Cities]]:static">
        <GoButton to="/profile" disabled={form.isBusy} onClick={leave}>
          Cancel
        </GoButton>
        <Button type="submit" form={FORM_ID} pending={form.isBusy}>
          Save Changes
        </Button>
      </ButtonRow>
    </>
  );
}

/** Fields of the place, which is saved separately. */
const SAVED_APART = new Set(["location", "timezone", "city_query"]);

/** What Save would send, for comparison. */
function readEdits(): string {
  const form = document.getElementById(FORM_ID) as HTMLFormElement | null;
  const fields = form ? [...new FormData(form)] : [];
  return JSON.stringify(fields.filter(([name]) => !SAVED_APART.has(name)));
}

/**
 * Asks before the page is left with unsaved changes.
 * @returns a function that lets the page be left without the question
 */
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

function AboutFields({
  user,
  today,
  suggestedLanguages,
  form,
}: Omit<ProfileEditFormProps, "wasLeftOut"> & { form: FormState }) {
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

function PreferenceFields({ form, wasLeftOut }: { form: FormState; wasLeftOut: boolean }) {
  const distance = form.bind("distance_preference");
  const [youngest, oldest] = [
    form.bind("minimum_age_preference"),
    form.bind("maximum_age_preference"),
  ];
  const typed = (name: string) => ({ name, text: form.typed(name) });
  return (
    <div className="flex flex-col gap-6">
      <SectionLabel id="preferences">Whom you would like to meet</SectionLabel>
      {wasLeftOut ? (
        <p className="text-ink-muted text-sm">
          Left out lately? Narrower wishes, another gender or date of birth, or a place given up or
          moved by more than 30 km end your wait. Wider wishes keep it.
        </p>
      ) : null}
      <SelectField
        label="Preferred Match Gender"
        hint={CONSENT_HINT}
        options={PREFERRED_GENDER_OPTIONS}
        {...form.bind("preferred_match_gender")}
      />
      <DistanceField
        defaultValue={Number(distance.defaultValue)}
        typed={typed("distance_typed")}
        defaultUnlimited={form.typed("no_distance_limit") === "on"}
        errors={distance.errors}
      />
      <AgeRangeField
        defaultValue={[Number(youngest.defaultValue), Number(oldest.defaultValue)]}
        typed={[typed("minimum_age_typed"), typed("maximum_age_typed")]}
        errors={youngest.errors ?? oldest.errors}
      />
    </div>
  );
}
