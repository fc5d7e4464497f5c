import { useLocation } from "~/app/framework";
import { buttonClasses } from "./button";
import { ErrorBox } from "./empty-state";

interface LoadFailureProps {
  /** The page's heading; it stays, so that one knows where one is. */
  heading: string;
  message: string;
}

/** A page that could not be loaded, with the way on. */
export function LoadFailure({ heading, message }: LoadFailureProps) {
  return (
    <div className="page-width max-w-3xl py-12">
      <h1 tabIndex={-1} className="mb-8 text-title">
        {heading}
      </h1>
      <TryAgain message={message} />
    </div>
  );
}

/** Something of a page that could not be loaded. */
export function TryAgain({ message }: { message: string }) {
  const { pathname, search } = useLocation();
  return (
    <ErrorBox message={message}>
      {/* A plain link: the whole page is asked for anew. */}
      <a href={pathname + search} className={buttonClasses({ variant: "primary", size: "sm" })}>
        Try again
      </a>
    </ErrorBox>
  );
}
