import { useLocation, useMatches } from "@remix-run/react";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { cx } from "~/app/components/cx";
import { SkipLink } from "~/app/components/skip-link";
import { Toast, ToastArea, ToastProvider } from "~/app/components/toast";
import { useServiceWorker } from "~/app/features/notices/use-service-worker";
import { rememberSession } from "~/app/lib/session-token";
import { useRefresh } from "~/app/lib/use-refresh";
import { CookieConsent } from "./cookie-consent";
import { followKeyboard } from "./follow-keyboard";
import { Footer } from "./footer";
import { Header } from "./header";
import { OfflineBar, PendingBar } from "./network-bars";
import { countPageView } from "./page-views";
import { ProfileBanner } from "./profile-banner";
import { type KnownSession, SessionKeeper } from "./session-keeper";
import type { ShellData, ShellHandle } from "./types";

/** The browser resets the focus after a full load, but not after a navigation by scripts. */
function useFocusOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const target =
      (hash && document.getElementById(decodeURIComponent(hash.slice(1)))) ||
      document.querySelector<HTMLElement>("main h1") ||
      document.querySelector<HTMLElement>("main");
    if (!target) return;
    // Keeps the focus where the new page has put it, unless that element is hidden.
    const focused = document.activeElement;
    if (focused?.getClientRects().length && document.querySelector("main")?.contains(focused))
      return;
    if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
    target.focus({ preventScroll: true });
  }, [pathname, hash]);
}

/** React's development build logs an error for each layout effect during server rendering. */
const useEarlyEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/** On static pages, `app/static-pages/main.ts` starts the session keeper. */
function useSessionKeeper({ sessionId, user }: KnownSession): void {
  const refresh = useRefresh();
  const keeper = useRef<SessionKeeper>();
  keeper.current ??= new SessionKeeper(refresh);
  // Must run before the effects in which pages call the API.
  useEarlyEffect(() => rememberSession(sessionId), [sessionId]);
  useEffect(() => keeper.current?.update({ sessionId, user }), [sessionId, user]);
  useEffect(() => keeper.current?.watch(), []);
}

export function Shell({ data, children }: { data: ShellData; children: ReactNode }) {
  const page = useMatches().at(-1);
  const { fullHeight = false, isStatic = false } = (page?.handle ?? {}) as ShellHandle;
  const route = page?.id;
  useFocusOnNavigation();
  useServiceWorker(data.sessionId);
  useSessionKeeper(data);
  useEffect(() => (fullHeight ? followKeyboard() : undefined), [fullHeight]);
  useEffect(() => {
    // The router can navigate to a static page, for example by a redirect, but static pages must be loaded as
    // documents.
    if (isStatic) location.reload();
    else if (route) countPageView(route);
  }, [route, isStatic]);
  return (
    <ToastProvider flash={data.flash}>
      <div
        className={cx(
          "flex flex-col",
          fullHeight
            ? "group/page relative top-(--page-top) h-(--page-height) overflow-hidden [container:page/size] tiny:[container-type:normal] tiny:h-auto tiny:min-h-dvh tiny:overflow-visible"
            : "min-h-dvh",
        )}
      >
        <SkipLink to="#main">Skip to content</SkipLink>
        <PendingBar />
        {/* A full-height page without room for this header shows the header's items in its own menu. */}
        <div
          className={
            fullHeight
              ? "max-sm:group-has-[[data-page-header]]/page:hidden short:group-has-[[data-page-header]]/page:hidden"
              : undefined
          }
        >
          <Header user={data.user} />
        </div>
        <OfflineBar />
        {/* A barred member can't open the page to which the banner leads. */}
        {fullHeight || data.isBarred ? null : <ProfileBanner user={data.user} />}
        <main
          id="main"
          tabIndex={-1}
          className={cx("flex-1", fullHeight && "flex min-h-0 flex-col")}
        >
          {children}
        </main>
        {fullHeight ? null : <Footer year={data.year} />}
        {/* Sticky, because a fixed bar would always cover the end of the page. Not sticky on a low screen. */}
        <div className="sticky bottom-0 z-40 short:bottom-auto">
          <ToastArea
            className={cx(
              "inset-x-0 flex justify-end p-3 sm:inset-x-auto sm:end-0 sm:p-6",
              // The controls of a full-height page are at its end, so the toast is under the header.
              fullHeight
                ? "fixed top-24 sm:top-28 short:top-12"
                : "absolute bottom-full short:fixed short:bottom-0",
            )}
          >
            {isStatic ? (
              <template data-part="toast-error">
                <Toast type="error" message="" />
              </template>
            ) : null}
          </ToastArea>
          {fullHeight ? null : <CookieConsent />}
        </div>
      </div>
    </ToastProvider>
  );
}
