import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button, ButtonRow } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { GoButton } from "~/app/components/go-button";
import { PasswordField } from "~/app/components/password-field";
import { useToast } from "~/app/components/toast";
import { type ActionData, formErrors, useActionToast } from "~/app/lib/action-data";
import { countCodePoints, missing, tooShort } from "~/core/shared/code-points";
import { PASSWORD_MIN_LENGTH } from "~/core/shared/constants";

/** The form's fields by name. */
export const PASSWORD_FIELDS = ["currentPassword", "newPassword", "confirmPassword"] as const;

interface PasswordFault {
  /** The field that has the mistake. */
  field: (typeof PASSWORD_FIELDS)[number];
  message: string;
}

/**
 * Checks the confirmation, in the browser and in the server (docs/rules.md#forms), because the service does not get it.
 * The service checks everything else about a password.
 */
export function findPasswordFault(form: FormData): PasswordFault | null {
  const text = (name: PasswordFault["field"]) => String(form.get(name) ?? "");
  const newPassword = text("newPassword");
  if (!text("currentPassword")) {
    return { field: "currentPassword", message: missing("Current password") };
  }
  if (!newPassword) return { field: "newPassword", message: missing("New password") };
  if (!text("confirmPassword")) {
    return { field: "confirmPassword", message: "Please confirm your new password" };
  }
  if (newPassword !== text("confirmPassword")) {
    return { field: "confirmPassword", message: "New passwords do not match" };
  }
  if (countCodePoints(newPassword) < PASSWORD_MIN_LENGTH) {
    return { field: "newPassword", message: tooShort("New password", PASSWORD_MIN_LENGTH) };
  }
  return null;
}

/**
 * The form of a new password. Its banner shows the last failure, from the form or from the server. Each is also shown
 * as a notification (docs/rules.md#screens).
 */
export function ResetPasswordForm({ answer }: { answer: ActionData | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const navigation = useNavigation();
  const isBusy = navigation.state !== "idle" && navigation.formMethod === "POST";

  const [errors, setErrors] = useState(formErrors(answer));
  useActionToast(answer);
  useEffect(() => setErrors(formErrors(answer)), [answer]);

  function checkFirst(event: FormEvent<HTMLFormElement>) {
    const found = findPasswordFault(new FormData(event.currentTarget));
    setErrors(found ? [found.message] : undefined);
    if (!found) return;
    event.preventDefault();
    toast({ type: "error", message: found.message });
    form.current?.querySelector<HTMLInputElement>(`[name=${found.field}]`)?.focus();
  }

  return (
    <>
      <FormErrors errors={errors} />
      <Form
        ref={form}
        id="reset-password"
        method="post"
        noValidate
        onSubmit={checkFirst}
        className="flex flex-col gap-6"
      >
        <PasswordField label="Current Password" name="currentPassword" />
        <PasswordField
          label="New Password"
          name="newPassword"
          isNew
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        />
        <PasswordField label="Confirm New Password" name="confirmPassword" isNew />
      </Form>
      <ButtonRow>
        <GoButton to="/profile" disabled={isBusy}>
          Cancel
        </GoButton>
        <Button type="submit" form="reset-password" pending={isBusy}>
          Update Password
        </Button>
      </ButtonRow>
    </>
  );
}
