import staticPagesUrl from "virtual:static-pages";
import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext, useEffect } from "react";
import { countWaiting } from "~/core/moderation/reports";
import { glance } from "~/core/pairing/service";
import { BRAND } from "~/core/shared/brand";
import { DEFAULT_REGION_STYLE } from "~/core/shared/region-style";
import { late } from "./components/late";
import { Shell } from "./features/shell/shell";
import type { ShellData, ShellHandle } from "./features/shell/types";
import { UnreadProvider, unreadIn } from "./features/shell/unread";
import sansFont from "./fonts/instrument-sans.woff2?url";
import serifFont from "./fonts/newsreader-roman.woff2?url";
import { BROWSER_TEST } from "./lib/browsers";
import { NonceContext } from "./lib/nonce";
import { pageMeta } from "./lib/page-meta";
import { readRegionStyle } from "./lib/region-style.server";
import { isBarred, readSession } from "./lib/session.server";
import { readToast } from "./lib/toast.server";
import type { StaticPage } from "./static-pages/main";
import styles from "./styles.css?url";

const font = (href: string) =>
  ({ rel: "preload", as: "font", type: "font/woff2", href, crossOrigin: "anonymous" }) as const;

export const links: LinksFunction = () => [
  // The styles come first, because a browser can paint a page without its fonts, but not without its styles.
  { rel: "stylesheet", href: styles },
  font(serifFont),
  font(sansFont),
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

// The title of a page that has none of its own, for example because the page failed.
export const meta: MetaFunction = () => pageMeta({ title: "Something went wrong" });

const NO_NEWS = { unread: 0 };

/** The loaders of these pages return the number of unread messages themselves. */
const PAGES_WITH_UNREAD = new Set(["/", "/conversations"]);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await readSession(request, context);
  const { deps } = context;
  // If a part of the shell can't be read, the page is shown without that part.
  const readOr = <Value,>(read: Promise<Value>, missing: Value) =>
    read.catch((error: unknown) => {
      context.logger.error("page.failed", error);
      return missing;
    });
  const tellsUnread = PAGES_WITH_UNREAD.has(new URL(request.url).pathname);
  const [waiting, news] = session
    ? await Promise.all([
        readOr(countWaiting(deps, session.viewer), null),
        tellsUnread ? null : readOr(glance(deps, session.viewer), NO_NEWS),
      ])
    : [null, null];
  return {
    user: session?.viewer.user ?? null,
    isBarred: session !== null && isBarred(session),
    sessionId: session?.viewer.sessionId ?? null,
    supportEmail: context.config.supportEmail,
    origin: context.config.origin,
    flash: readToast(request),
    waiting,
    unread: news?.unread ?? null,
    regionStyle: readRegionStyle(request, session?.viewer.clock.zone),
    year: new Date().getUTCFullYear(),
  } satisfies ShellData;
}

/**
 * A plain navigation doesn't run the shell's loader, because a failure of the loader would replace the whole shell by
 * the error page. A navigation to /login runs the loader, because the session may have ended.
 */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, actionStatus = 200, defaultShouldRevalidate } = change;
  // Remix sets `defaultShouldRevalidate` to true even after a form that was refused or didn't reach the server.
  if (actionStatus >= 400) return false;
  const isPlain = formMethod === undefined && currentUrl.pathname !== nextUrl.pathname;
  const isAwaited = shownShell !== null && shownShell === outdatedShell;
  const isAsked = isPlain && nextUrl.pathname !== "/login" ? isAwaited : defaultShouldRevalidate;
  if (isAsked) outdatedShell = shownShell;
  return isAsked;
}

/** The shell's data on screen. Set in the browser only. */
let shownShell: ShellData | null = null;
/**
 * The shell that was on screen when its loader was last started. Until new data replaces it, every navigation runs the
 * loader again. Otherwise a member who opens another page while signing out would keep the old shell.
 */
let outdatedShell: ShellData | null = null;

export default function App() {
  const shell = useLoaderData<typeof loader>();
  useEffect(() => {
    shownShell = shell;
  }, [shell]);
  return (
    <UnreadProvider shell={shell}>
      <Shell data={shell}>
        <Outlet />
      </Shell>
    </UnreadProvider>
  );
}

/** Must equal `--paper` in `app/styles/tokens.css`. */
const PAPER = { light: "#f7efe7", dark: "#14151f" };

function ShareTags({ origin }: { origin: string | undefined }) {
  const { pathname } = useLocation();
  return (
    <>
      <meta property="og:site_name" content={BRAND.name} />
      <meta property="og:type" content="website" />
      {origin ? (
        <>
          <meta property="og:url" content={origin + pathname} />
          <meta property="og:image" content={`${origin}/og.png`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta
            property="og:image:alt"
            content="Two lit windows in two dark houses at midnight, a thread hanging between them"
          />
          <link rel="canonical" href={origin + pathname} />
        </>
      ) : null}
    </>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const page = useMatches().at(-1);
  const { isStatic = false } = (page?.handle ?? {}) as ShellHandle;
  const shell = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
          dangerouslySetInnerHTML={{ __html: BROWSER_TEST }}
        />
        {/* An on-screen keyboard shortens the page, so that the page's end stays visible above the keyboard. */}
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <meta name="color-scheme" content="light dark" />
        {Object.entries(PAPER).map(([scheme, colour]) => (
          <meta
            key={scheme}
            name="theme-color"
            media={`(prefers-color-scheme: ${scheme})`}
            content={colour}
          />
        ))}
        <ShareTags origin={shell?.origin} />
        <meta name="twitter:card" content="summary_large_image" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        {isStatic ? (
          <script
            type="module"
            src={staticPagesUrl}
            nonce={nonce}
            data-page={JSON.stringify({
              route: page?.id,
              sessionId: shell?.sessionId ?? null,
              user: shell?.user ?? null,
              regionStyle: shell?.regionStyle ?? DEFAULT_REGION_STYLE,
              unread: unreadIn(page?.data, shell),
            } satisfies StaticPage)}
          />
        ) : (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

/** The `main` is shown until the error page's code is loaded, and stays if loading fails. */
const ErrorPage = late(
  "error-page",
  async () => (await import("./features/shell/error-page")).ErrorPage,
  <main className="page-width py-20">
    <h1 className="text-title">Something went wrong</h1>
    <a href="/" className="text-link inline-flex min-h-11 items-center">
      Back to Home
    </a>
  </main>,
);

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
