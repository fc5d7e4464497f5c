import { Form, Link, useActionData, useSearchParams } from "@remix-run/react";
import type { Challenge } from "altcha-lib";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "~/app/components/button";
import type { FieldProps } from "~/app/components/field";
import { FormError } from "~/app/components/form-banner";
import { PageHeading } from "~/app/components/section";
import { Spinner } from "~/app/components/spinner";
import { TextField } from "~/app/components/text-field";
import type { FormState } from "~/app/lib/form";

interface AuthPageProps {
  title: string;
  lede: ReactNode;
  /** The link from sign-in to sign-up, or from sign-up to sign-in. */
  other: { question?: string; link: string; to: string };
  children: ReactNode;
}

export function AuthPage({ title, lede, other, children }: AuthPageProps) {
  const next = useSearchParams()[0].get("next");
  const otherPath = next ? `${other.to}?next=${encodeURIComponent(next)}` : other.to;
  return (
    <div className="page-width py-12 sm:py-16">
      <div className="mx-auto max-w-form">
        <PageHeading lede={lede}>{title}</PageHeading>
        <div className="mt-8 border-rule border-t pt-8">{children}</div>
        <p className="mt-8 border-rule border-t pt-3 text-ink-soft">
          {other.question}{" "}
          <Link to={otherPath} className="text-link inline-flex min-h-11 items-center font-medium">
            {other.link}
          </Link>
        </p>
      </div>
    </div>
  );
}

interface AuthFormProps {
  form: FormState;
  submit: string;
  children: ReactNode;
  note?: ReactNode;
}

export function AuthForm({ form, submit, children, note }: AuthFormProps) {
  const challenge = useActionData<{ challenge?: Challenge }>()?.challenge;
  return (
    <Form {...form.props} className="flex flex-col gap-5">
      <FormError error={form.errors[""]} />
      {children}
      {challenge ? <ProofField challenge={challenge} /> : null}
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

/**
 * Shown if the proof of work fails. By default the server asks for one only after many attempts, counted for an hour at
 * most.
 */
const LATER = "Or try again in an hour: we won’t ask then.";

/**
 * Solves the proof of work that the server asked for, then sends the form again. If the form was first sent without
 * scripts, its password fields are empty now, and the second send waits until the member has typed the passwords.
 */
function ProofField({ challenge }: { challenge: Challenge }) {
  const field = useRef<HTMLInputElement>(null);
  const [work, setWork] = useState<"running" | "done" | "failed">("running");
  useEffect(() => {
    setWork("running");
    let isGone = false;
    const solve = async () => {
      const proof = await solveProof(challenge);
      if (isGone || !field.current) return;
      field.current.value = proof;
      setWork("done");
      field.current.form?.requestSubmit();
    };
    solve().catch(() => setWork("failed"));
    return () => {
      isGone = true;
    };
  }, [challenge]);
  return (
    <>
      <input ref={field} type="hidden" name="proof" />
      {work === "failed" ? (
        <p className="text-ink-soft text-sm">Your browser could not do it. {LATER}</p>
      ) : null}
      {work === "running" ? (
        <p className="flex items-center gap-3 text-ink-soft text-sm noscript:hidden">
          <Spinner /> Your browser is solving a small puzzle, then sends the form again.
        </p>
      ) : null}
      <p className="hidden text-ink-soft text-sm noscript:block">
        This check needs scripts, and they are off: turn them on for this page. {LATER}
      </p>
    </>
  );
}

async function solveProof(challenge: Challenge): Promise<string> {
  const { solveChallenge } = await import("altcha-lib");
  const { deriveKey } = await import("altcha-lib/algorithms/web/pbkdf2");
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("the challenge has no solution");
  return btoa(JSON.stringify({ challenge, solution }));
}
