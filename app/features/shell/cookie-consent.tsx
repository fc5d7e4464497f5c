import { useEffect, useState } from "react";
import { Button } from "~/app/components/button";
import { applyConsent, type Consent, readConsent, storeConsent } from "./page-views";

const CHOICES = [
  ["declined", "Decline"],
  ["accepted", "Accept"],
] as const;

/** The server can't know the choice, so the question is hidden until React or `app/static-pages` has started. */
export function CookieConsent() {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const consent = readConsent();
    applyConsent(consent);
    setAsking(consent === null);
  }, []);

  function choose(consent: Consent) {
    storeConsent(consent);
    applyConsent(consent);
    setAsking(false);
  }

  return (
    <section
      aria-label="Cookie consent"
      data-part="consent"
      hidden={!isAsking}
      className="animate-fade border-ink border-t bg-paper-raised in-data-inline:@container in-data-inline:border-rule in-data-inline:border-t-0 in-data-inline:border-b"
    >
      <div className="page-width flex flex-wrap items-center justify-between gap-x-3 sm:gap-x-6 py-1.5 text-sm in-data-inline:not-@max-3xs:flex-nowrap in-data-inline:py-0">
        <p className="grow basis-28 text-ink-soft leading-snug in-data-inline:not-@max-3xs:truncate @max-3xs:basis-full @max-3xs:text-wrap">
          <span className="hidden sm:inline in-data-inline:hidden">
            Signing in needs two cookies.{" "}
          </span>
          May we {/* A plain link, because static pages are loaded as documents. */}
          <a href="/terms#privacy" className="text-link">
            count page views
          </a>
          ?
          <span className="hidden md:inline in-data-inline:hidden">
            {" "}
            The page is noted, and nothing about you.
          </span>
        </p>
        <div className="flex shrink-0 sm:-me-3">
          {CHOICES.map(([consent, word]) => (
            <Button
              key={consent}
              size="sm"
              variant="quiet"
              data-consent={consent}
              className="px-3"
              onClick={() => choose(consent)}
            >
              {word}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}
