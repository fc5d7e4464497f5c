import { LinkButton } from "~/app/components/button";
import { PageHeading } from "~/app/components/section";

export function GoodBye() {
  return (
    <div className="page-width max-w-3xl py-14 sm:py-20">
      <PageHeading lede="Thank you for the time you spent here.">Good-bye.</PageHeading>
      <div className="prose mt-8">
        <p>
          Your profile, your preferences and all your conversations are gone.{" "}
          <a href="/privacy#retention" className="text-link">
            Privacy notice
          </a>
        </p>
      </div>
      <LinkButton to="/" variant="secondary" className="mt-8">
        Back to Home
      </LinkButton>
    </div>
  );
}
