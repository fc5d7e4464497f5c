import { Link, useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { IconButton } from "~/app/components/button";
import { X } from "~/app/components/icons";
import type { MemberDto } from "~/core/shared/contract";
import { dismissBanner, isBannerDismissed } from "./banner-dismissal";

const EDIT_PATH = "/profile/edit";

export function isProfileIncomplete(user: MemberDto): boolean {
  return !user.location || user.latitude === null || user.longitude === null || !user.timezone;
}

/** Hidden until scripts know whether the banner was dismissed in this tab. */
export function ProfileBanner({ user }: { user: MemberDto | null }) {
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState(true);
  useEffect(() => {
    setDismissed(isBannerDismissed());
  }, []);

  if (!user || pathname === EDIT_PATH || !isProfileIncomplete(user)) return null;

  function dismiss() {
    dismissBanner();
    setDismissed(true);
  }

  return (
    <section
      aria-label="Complete your profile"
      data-part="profile-banner"
      hidden={dismissed}
      className="animate-fade border-rule border-b bg-accent-wash text-ink"
    >
      <div className="page-width flex items-center justify-between gap-3 py-1 in-data-inline:py-0">
        <p className="min-w-0 truncate py-2 text-sm not-in-data-inline:whitespace-normal">
          Add your town
          <span className="in-data-inline:max-sm:hidden">
            , so that times and distance are right
          </span>
          .{" "}
          <Link to={EDIT_PATH} data-dismiss onClick={dismiss} className="text-link font-semibold">
            Complete your profile
          </Link>
        </p>
        <IconButton label="Dismiss" data-dismiss onClick={dismiss}>
          <X aria-hidden />
        </IconButton>
      </div>
    </section>
  );
}
