import { useRouteLoaderData } from "@remix-run/react";
import { CookieConsent } from "./cookie-consent";
import { ProfileBanner } from "./profile-banner";
import type { ShellData } from "./types";

/** The bars that other pages have around them, as one line each under the header of a full-height page. */
export function InlineNotices() {
  const user = useRouteLoaderData<ShellData>("root")?.user ?? null;
  return (
    <div data-inline className="shrink-0 text-nowrap">
      <ProfileBanner user={user} />
      <CookieConsent />
    </div>
  );
}
