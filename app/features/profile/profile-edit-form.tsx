import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { SectionLabel } from "~/app/components/section-label";
import { SelectField } from "~/app/components/select-field";
import { DateField, TextareaField, TextField } from "~/app/components/text-field";
import { Form, useNavigation } from "~/app/framework";
import { bindField } from "~/app/lib/conform-field";
import type { City } from "~/core/ports";
import type { UpdateProfileInput } from "~/core/profile/schemas";
import { MINIMUM_DATE_OF_BIRTH } from "~/core/shared/constants";
import type { MemberDto } from "~/core/shared/contract";
import { LocationFields } from "./location-fields";
import { AgeRangeField, DistanceField } from "./preference-fields";
import { type ProfileFormFields, profileFormSchema, toFormFields } from "./profile-form";
import { GENDER_OPTIONS, PREFERRED_GENDER_OPTIONS } from "./profile-words";
import type { SavedPlace } from "./use-location-capture";

interface ProfileEditFormProps {
  user: MemberDto;
  /** Today by the server's clock, so that both renderings agree. `YYYY-MM-DD` */
  today: string;
  lastResult: SubmissionResult<string[]> | undefined;
  /** Cities found with scripts off. */
  found: { query: string; cities: City[] } | undefined;
  /** The place saved, or not, with scripts off. */
  saved: SavedPlace | undefined;
}

/** The whole form of specification §2, 'Edit profile'; it works before its scripts do. */
export function ProfileEditForm(props: ProfileEditFormProps) {
  const { user, today, lastResult, found, saved } = props;
  const navigation = useNavigation();
  const isSaving = navigation.state !== "idle" && navigation.formMethod === "POST";
  const [form, fields] = useForm<ProfileFormFields, UpdateProfileInput>({
    id: "edit-profile",
    lastResult: navigation.state === "idle" ? lastResult : null,
    defaultValue: toFormFields(user),
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) =>
      parseWithZod(formData, { schema: profileFormSchema, disableAutoCoercion: true }),
  });
  const ages = fields.minimum_age_preference;
  return (
    <>
      <FormErrors errors={form.errors} />
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        className="flex flex-col gap-10"
      >
        {/* Enter sends the form by its first button: not by the city search, which comes before Save. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
        <div className="flex flex-col gap-5">
          <SectionLabel>About you</SectionLabel>
          <TextField label="Name" autoComplete="name" aria-required {...bindField(fields.name)} />
          <LocationFields user={user} found={found} saved={saved} />
          <TextareaField
            label="Bio"
            rows={4}
            placeholder="Tell us about yourself..."
            {...bindField(fields.bio)}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <DateField
              label="Date of Birth"
              min={MINIMUM_DATE_OF_BIRTH}
              max={today}
              autoComplete="bday"
              aria-required
              {...bindField(fields.dob)}
            />
            <SelectField label="Gender" options={GENDER_OPTIONS} {...bindField(fields.gender)} />
          </div>
        </div>
        <div className="flex flex-col gap-6">
          <SectionLabel>Whom you would like to meet</SectionLabel>
          <SelectField
            label="Preferred Match Gender"
            options={PREFERRED_GENDER_OPTIONS}
            {...bindField(fields.preferred_match_gender)}
          />
          <DistanceField
            defaultValue={Number(fields.distance_preference.initialValue)}
            defaultUnlimited={fields.no_distance_limit.initialValue === "on"}
            errors={fields.distance_preference.errors}
          />
          <AgeRangeField
            defaultValue={[
              Number(ages.initialValue),
              Number(fields.maximum_age_preference.initialValue),
            ]}
            errors={ages.errors ?? fields.maximum_age_preference.errors}
          />
        </div>
      </Form>
      <div className="flex flex-col-reverse gap-3 border-rule border-t pt-6 sm:flex-row sm:justify-end">
        <GoButton to="/profile" disabled={isSaving}>
          Cancel
        </GoButton>
        <Button type="submit" form={form.id} pending={isSaving}>
          Save Changes
        </Button>
      </div>
    </>
  );
}
