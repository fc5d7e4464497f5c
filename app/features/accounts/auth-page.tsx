import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { PageHeading } from "~/app/components/section";

/** `to` with this page's `?next=`, so that the member still gets to the page they wanted. */
function useWithNext(to: string): string {
  const next = useSearchParams()[0].get("next");
  return next ? `${to}?next=${encodeURIComponent(next)}` : to;
}

interface AuthPageProps {
  title: string;
  lede: ReactNode;
  /** The link from sign-in to sign-up, or back. */
  other: { question?: string; link: string; to: string };
  children: ReactNode;
}

export function AuthPage({ title, lede, other, children }: AuthPageProps) {
  const otherPath = useWithNext(other.to);
  return (
    <div className="page-width py-12 sm:py-16">
      <div className="mx-auto max-w-form">
        <PageHeading lede={lede}>{title}</PageHeading>
        <div className="mt-8 border-rule border-t pt-8">{children}</div>
        <p className="mt-8 border-rule border-t pt-3 text-ink-soft">
          {other.question}{" "}
          <Link to={otherPath} className="text-link inline-flex min-h-11 items-center font-medium">
            {other.link}
          </Link>
        </p>
      </div>
    </div>
  );
}
