import { Link } from "@remix-run/react";
import { BRAND } from "~/core/shared/brand";

const LINKS = [
  { to: "/terms", label: "Terms of Service" },
  { to: "/faq", label: "FAQ" },
  { to: "/about", label: "About" },
  { to: "/privacy", label: "Privacy" },
  { to: "/safety", label: "Safety" },
  { to: "/transparency", label: "Transparency" },
];

interface FooterProps {
  /** By the server's clock, so that server and browser render the same. */
  year: number;
}

export function Footer({ year }: FooterProps) {
  return (
    <footer className="mt-20 border-ink border-t">
      <div className="page-width flex flex-col gap-3 py-6 text-ink-muted text-sm sm:flex-row sm:items-center sm:justify-between">
        <p>
          © {year} {BRAND.name}. <span>{BRAND.tagline}</span>
        </p>
        <nav aria-label="Footer" className="-mx-2 flex flex-wrap gap-x-2">
          {LINKS.map(({ to, label }) => (
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
