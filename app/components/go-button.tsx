import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { isStaticPath } from "~/app/lib/static-pages";
import { Button, type ButtonProps } from "./button";

interface GoButtonProps extends Omit<ButtonProps, "type" | "form"> {
  to: string;
}

/**
 * A button that only leads to another page, as Cancel does (docs/rules.md#screens). It is a form, because a form works
 * with scripts off and its button can be disabled, unlike a link.
 */
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
