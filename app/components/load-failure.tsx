import { Link, useLocation } from "@remix-run/react";
import { type ButtonLook, type ButtonVariant, buttonClasses } from "./button";
import { ErrorBox } from "./empty-state";

interface LoadFailureProps {
  heading: string;
  message: string;
  /** Needed on pages that an installed app shows without the menu. */
  back?: { to: string; label: string };
}

export function LoadFailure({ heading, message, back }: LoadFailureProps) {
  return (
    <div className="page-width max-w-3xl py-12">
      <h1 tabIndex={-1} className="mb-8 text-title">
        {heading}
      </h1>
      <TryAgain message={message} />
      {back ? (
        <p className="mt-6">
          <Link to={back.to} className="text-link">
            {back.label}
          </Link>
        </p>
      ) : null}
    </div>
  );
}

export function TryAgain({ message, variant }: { message: string; variant?: ButtonVariant }) {
  return (
    <ErrorBox message={message}>
      <RetryLink variant={variant} size="sm" />
    </ErrorBox>
  );
}

/** An `a` and not a `Link`, so that the browser loads the whole page again. */
export function RetryLink(look: ButtonLook) {
  const { pathname, search } = useLocation();
  return (
    <a href={pathname + search} className={buttonClasses({ className: "shrink-0", ...look })}>
      Try again
    </a>
  );
}
