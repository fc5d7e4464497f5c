import { isRouteErrorResponse } from "@remix-run/react";
import { buttonClasses, LinkButton } from "~/app/components/button";
import { EmptyState } from "~/app/components/empty-state";
import { LostPicture } from "~/app/components/illustrations/lost";
import { RetryLink } from "~/app/components/load-failure";
import { Wordmark } from "./wordmark";

export function NotFound() {
  return (
    <EmptyState as="h1" title="Page Not Found" picture={<LostPicture />} className="py-20">
      <p>The page you're looking for doesn't exist or has been moved.</p>
      <LinkButton to="/">Back to Home</LinkButton>
    </EmptyState>
  );
}

/** Rendered without the shell, because the shell can be what failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-ink border-b">
        <div className="page-width flex h-16 items-center">
          <Wordmark />
        </div>
      </header>
      <main className="flex-1">
        {missing ? (
          <NotFound />
        ) : (
          <EmptyState
            as="h1"
            title="Something went wrong"
            picture={<LostPicture />}
            className="py-20"
          >
            <p>The fault is ours, not yours, and it has been noted. Trying again often helps.</p>
            <div className="flex flex-wrap justify-center gap-3">
              <RetryLink />
              <a href="/" className={buttonClasses({ variant: "secondary" })}>
                Back to Home
              </a>
            </div>
          </EmptyState>
        )}
      </main>
    </div>
  );
}
