import { useRouteLoaderData } from "@remix-run/react";
import { CookieConsent } from "./cookie-consent";
import { ProfileBanner } from "./profile-banner";
import type { ShellData } from "./types";

/**
 * The bars that other pages have around them, as boxes within a full-height page. They scroll with its content and take
 * no height from it.
 */
export function InlineNotices() {
  const user = useRouteLoaderData<ShellData>("root")?.user ?? null;
  return (
    <div className="flex flex-col gap-3 pt-6 [&:not(:has(>:not([hidden])))]:hidden [&>*]:overflow-hidden [&>*]:rounded-lg [&>*]:border [&>*]:border-rule">
      <ProfileBanner user={user} />
      <CookieConsent />
    </div>
  );
}
