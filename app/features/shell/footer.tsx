import { cx } from "~/app/components/cx";
import { Link } from "~/app/framework";
import { BRAND } from "~/core/shared/brand";

const LINKS = [
  { to: "/terms", label: "Terms of Service" },
  { to: "/faq", label: "FAQ" },
  { to: "/about", label: "About" },
];

interface FooterProps {
  /** Of the server's clock, so that both sides render the same. */
  year: number;
  /** Under a page as high as the window: one line, and only where there is room to spare. */
  isSlim: boolean;
}

export function Footer({ year, isSlim }: FooterProps) {
  return (
    <footer
      className={isSlim ? "hidden border-rule border-t lg:block" : "mt-20 border-ink border-t"}
    >
      <div
        className={cx(
          "page-width flex flex-col gap-3 text-ink-muted text-sm sm:flex-row sm:items-center sm:justify-between",
          !isSlim && "py-6",
        )}
      >
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
