import { useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { type FormAnswer, useForm } from "~/app/lib/form";
import { Button } from "./button";

interface ActionButtonProps {
  intent: string;
  action: string;
  offline: string;
  className?: string;
  label?: string;
  fields?: Record<string, string>;
  children: ReactNode;
}

export function ActionButton(props: ActionButtonProps) {
  const { intent, action, offline, className, label, fields = {}, children } = props;
  const fetcher = useFetcher<FormAnswer>();
  const form = useForm({ intent, offline, fetcher, notifies: true });
  return (
    <fetcher.Form {...form.props} action={action} className={className}>
      {Object.entries({ intent, ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="secondary" size="sm" pending={form.isBusy} aria-label={label}>
        {children}
      </Button>
    </fetcher.Form>
  );
}
