import type { FormMetadata, SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { Form, useNavigation } from "~/app/framework";
import { offlineAnswer, surviveOffline } from "~/app/lib/survive-offline";

/** When the forms of sign-in and sign-up look at what is in them. */
export const AUTH_VALIDATION = { shouldValidate: "onSubmit", shouldRevalidate: "onInput" } as const;

interface AuthFormProps {
  form: Pick<FormMetadata, "id" | "onSubmit" | "errors">;
  /** The words of its button. */
  submit: string;
  /** Its fields. */
  children: ReactNode;
  /** What stands under the button. */
  note?: ReactNode;
}

/** The form of sign-in and sign-up. */
export function AuthForm({ form, submit, children, note }: AuthFormProps) {
  const isPending = useNavigation().formMethod === "POST";
  return (
    <Form
      method="post"
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      className="flex flex-col gap-5"
    >
      <FormErrors errors={form.errors} />
      {children}
      <Button type="submit" pending={isPending} className="mt-2">
        {submit}
      </Button>
      {note}
    </Form>
  );
}

/** Keeps the form and what is in it when the network is gone. @param failed what is said then */
export function submitAuth<Answer>(serverAction: () => Promise<Answer>, failed: string) {
  const answer: SubmissionResult<string[]> = { status: "error", error: { "": [failed] } };
  return surviveOffline(serverAction, offlineAnswer(answer));
}
