import { Form, useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/app/components/button";
import type { FieldProps } from "~/app/components/field";
import { FormError } from "~/app/components/form-banner";
import { TextField } from "~/app/components/text-field";
import type { FormState } from "~/app/lib/form";
import { ProofField } from "./proof-field";

interface AuthFormProps {
  form: FormState;
  /** The button's label. */
  submit: string;
  children: ReactNode;
  /** Shown under the button. */
  note?: ReactNode;
}

export function AuthForm({ form, submit, children, note }: AuthFormProps) {
  /** Set if the server asked for a proof of work before it accepts the form. */
  const challenge = useActionData<{ challenge?: object }>()?.challenge;
  return (
    <Form {...form.props} className="flex flex-col gap-5">
      <FormError error={form.errors[""]} />
      {children}
      <ProofField challenge={challenge} />
      <Button type="submit" pending={form.isBusy} className="mt-2">
        {submit}
      </Button>
      {note}
    </Form>
  );
}

export function EmailField(field: Omit<FieldProps, "label">) {
  return (
    <TextField
      label="Email Address"
      type="email"
      autoComplete="username"
      inputMode="email"
      aria-required
      {...field}
    />
  );
}
