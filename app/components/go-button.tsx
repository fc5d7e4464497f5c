import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { isStaticPath } from "~/app/lib/static-pages";
import { Button, type ButtonProps } from "./button";

interface GoButtonProps extends Omit<ButtonProps, "type" | "form"> {
  to: string;
}

/** A button that leads to another page. It is a form and not a link, because a link can't be disabled. */
export function GoButton({ to, variant = "secondary", className, ...rest }: GoButtonProps) {
  function goToDocument(event: FormEvent) {
    event.preventDefault();
    window.location.assign(to);
  }
  return (
    <Form
      method="get"
      action={to}
      className="contents"
      onSubmit={isStaticPath(to) ? goToDocument : undefined}
    >
      <Button type="submit" variant={variant} className={className} {...rest} />
    </Form>
  );
}
