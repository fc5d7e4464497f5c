import { renderToStaticMarkup } from "react-dom/server";
import { buttonClasses } from "~/app/components/button";
import { LostPicture } from "~/app/components/illustrations/lost";
import { Mark } from "~/app/features/shell/wordmark";
import { BRAND } from "~/core/shared/brand";

export interface OfflinePageProps {
  /** The paths of this build's files. */
  styles: string;
  fonts: string[];
  script: string;
}

/** Shown if the server can't be reached. The build renders this page, so it contains nothing personal. */
export function renderOfflinePage({ styles, fonts, script }: OfflinePageProps): string {
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7efe7" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#14151f" />
        <title>{`No connection – ${BRAND.name}`}</title>
        {fonts.map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            href={font}
            crossOrigin="anonymous"
          />
        ))}
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <div className="flex min-h-dvh flex-col">
          <header className="border-ink border-b">
            <div className="page-width flex h-16 items-center gap-2.5 font-medium font-serif text-[min(1.5rem,7.5vw)] leading-none tracking-tight">
              <Mark className="size-8" />
              {BRAND.name}
            </div>
          </header>
          <main className="flex flex-1 flex-col items-center justify-center px-4 py-12 text-center">
            <div className="mb-6 w-full max-w-64">
              <LostPicture />
            </div>
            <h1 className="font-medium font-serif text-3xl leading-tight sm:text-4xl">
              We can’t be reached
            </h1>
            <div className="mt-3 flex max-w-md flex-col items-center gap-6 text-ink-soft">
              <p>
                Either this device has no connection, or we are down for a moment. This page loads
                by itself as soon as we answer.
              </p>
              <p>
                A message that was waiting to be sent is kept on this device, and is sent when its
                conversation is open again.
              </p>
              <button type="button" className={buttonClasses({})}>
                Try again
              </button>
            </div>
          </main>
        </div>
        <script type="module" src={script} />
      </body>
    </html>,
  )}`;
}
