import { Link, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { ActionButton } from "~/app/components/action-button";
import { IconButton } from "~/app/components/button";
import { X } from "~/app/components/icons";
import { useHydrated } from "~/app/components/use-hydrated";
import { FAILED, GIVE_CONSENT_INTENT as INTENT } from "~/app/features/accounts/settings-forms";
import { CONSENT_WORDS } from "~/core/shared/consent";
import { dismissBanner, isBannerDismissed } from "./banner-dismissal";

/**
 * Asks for consent to the use of gender and preference. Shown to a member who registered before this text existed, or
 * agreed to an earlier one, in every session until they agree. It works with scripts off.
 */
export function ConsentBanner() {
  const { pathname } = useLocation();
  const isHydrated = useHydrated();
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    setDismissed(isBannerDismissed("consent"));
  }, []);
  // The settings page has the question itself.
  if (isDismissed || pathname === "/settings") return null;

  function dismiss() {
    dismissBanner("consent");
    setDismissed(true);
  }

  return (
    <section aria-label="Your consent" className="border-rule border-b bg-paper-sunken text-ink">
      <div className="page-width flex items-start justify-between gap-3 py-2">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 py-2 text-sm">
          <p className="max-w-measure flex-1 basis-80">
            <strong>We ask for your consent.</strong> {CONSENT_WORDS}
          </p>
          <ActionButton intent={INTENT} action="/settings" offline={FAILED[INTENT]}>
            I agree
          </ActionButton>
          <Link to="/settings#consent" className="text-link inline-flex min-h-11 items-center">
            Other choices
          </Link>
        </div>
        {isHydrated ? (
          <IconButton label="Not now" onClick={dismiss}>
            <X aria-hidden />
          </IconButton>
        ) : null}
      </div>
    </section>
  );
}
