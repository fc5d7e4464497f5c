import { LinkButton } from "./button";

/** The link at the end of a page that leads back to its parent page. */
export function WayBack({ to, children }: { to: string; children: string }) {
  return (
    <div className="flex flex-col border-rule border-t pt-8 sm:flex-row">
      <LinkButton to={to} variant="secondary">
        {children}
      </LinkButton>
    </div>
  );
}
