import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/app/components/button";
import type { FieldProps } from "~/app/components/field";
import { FormErrors } from "~/app/components/form-banner";
import { TextField } from "~/app/components/text-field";
import type { useCheckedForm } from "~/app/lib/use-checked-form";
import { ProofField } from "./proof-field";

interface AuthFormProps {
  form: Pick<ReturnType<typeof useCheckedForm>, "props" | "errors">;
  /** Its button's label. */
  submit: string;
  /** Its fields. */
  children: ReactNode;
  /** Shown under the button. */
  note?: ReactNode;
  /** The challenge of a proof of work that the server requires. */
  challenge?: object | undefined;
}

/** The form of sign-in and sign-up. */
export function AuthForm({ form, submit, children, note, challenge }: AuthFormProps) {
  const isPending = useNavigation().formMethod === "POST";
  return (
    <Form method="post" {...form.props} className="flex flex-col gap-5">
      <FormErrors errors={form.errors} />
      {children}
      <ProofField challenge={challenge} />
      <Button type="submit" pending={isPending} className="mt-2">
        {submit}
      </Button>
      {note}
    </Form>
  );
}

/** The e-mail address that the member signs in with. */
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
