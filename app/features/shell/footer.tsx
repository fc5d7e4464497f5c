import { Link } from "@remix-run/react";
import { BRAND } from "~/core/shared/brand";

const LINKS = [
  ["/terms", "Terms of Service"],
  ["/faq", "FAQ"],
  ["/about", "About"],
  ["/privacy", "Privacy"],
  ["/safety", "Safety"],
  ["/transparency", "Transparency"],
] as const;

/** @param props.year by the server's clock, so that server and browser render the same */
export function Footer({ year }: { year: number }) {
  return (
    <footer className="mt-20 border-ink border-t">
      <div className="page-width flex flex-col gap-3 py-6 text-ink-muted text-sm sm:flex-row sm:items-center sm:justify-between">
        <p>
          © {year} {BRAND.name}. <span>{BRAND.tagline}</span>
        </p>
        <nav aria-label="Footer" className="-mx-2 flex flex-wrap gap-x-2">
          {LINKS.map(([to, label]) => (
            <Link
              key={to}
              to={to}
              reloadDocument
              className="inline-flex min-h-11 min-w-11 items-center justify-center px-2 text-ink-soft underline-offset-4 hover:text-ink hover:underline"
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
