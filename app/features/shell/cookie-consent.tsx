import { useEffect, useState } from "react";
import { Button } from "~/app/components/button";
import { Link } from "~/app/framework";
import { applyConsent, type Consent, readConsent, storeConsent } from "./page-views";

/** Asks once whether page views may be counted; until then, and after a no, nothing is. */
export function CookieConsent() {
  // The server can't know the choice, so the bar comes with the scripts: without them nothing is counted.
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    const consent = readConsent();
    applyConsent(consent);
    setAsking(consent === null);
  }, []);

  if (!asking) return null;

  function choose(consent: Consent) {
    storeConsent(consent);
    applyConsent(consent);
    setAsking(false);
  }

  return (
    <section
      aria-label="Cookie consent"
      className="animate-fade border-ink border-t bg-paper-raised"
    >
      <div className="page-width flex flex-col gap-3 py-3 text-sm sm:flex-row sm:items-center sm:justify-between sm:gap-8">
        <p className="max-w-measure text-ink-soft">
          Signing in needs one cookie. May we also count which pages are read? We note the page and
          nothing about you, and nobody else is told.{" "}
          <Link to="/terms#privacy" className="text-link">
            What we store
          </Link>
        </p>
        <div className="flex shrink-0 gap-3">
          <Button
            size="sm"
            variant="secondary"
            className="flex-1"
            onClick={() => choose("declined")}
          >
            Decline
          </Button>
          <Button size="sm" className="flex-1" onClick={() => choose("accepted")}>
            Accept
          </Button>
        </div>
      </div>
    </section>
  );
}
