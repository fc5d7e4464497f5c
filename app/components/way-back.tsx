import { LinkButton } from "./button";

export function WayBack({ to, children }: { to: string; children: string }) {
  return (
    <div className="flex flex-col border-rule border-t pt-8 sm:flex-row">
      <LinkButton to={to} variant="secondary">
        {children}
      </LinkButton>
    </div>
  );
}
