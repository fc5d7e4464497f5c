import type { ReactNode } from "react";
import { Button } from "~/app/components/button";
import { FormErrors } from "~/app/components/form-banner";
import { formErrors, typedText, useFetcherForm } from "~/app/lib/action-data";
import { ADDRESS_MAX_LENGTH } from "~/core/shared/constants";
import type { AddressesDto } from "~/core/shared/contract";

interface SealedAddressProps {
  addresses: AddressesDto;
  partnerName: string;
  /** The conversation's own address: its forms go there. */
  path: string;
  isOpen: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * The card of the sealed addresses (contract §8): once it opens a line may be left; at the end both are
 * shown, if both were left. Nothing on it depends on the partner's before that.
 */
export function SealedAddress(props: SealedAddressProps) {
  const { addresses, isOpen, now } = props;
  if (addresses.revealed) return <Revealed {...props} />;
  if (!isOpen || now < Date.parse(addresses.opensAt)) return null;
  return <Sealed {...props} />;
}

function Sealed({ addresses: { mine }, partnerName, path }: SealedAddressProps) {
  const { fetcher, answer, isBusy } = useFetcherForm("seal");
  return (
    <Card title="A sealed address" isSealed={mine !== null}>
      <p className="text-ink-soft text-sm">
        {mine === null ? (
          <>
            Leave one line saying how to be found. It is opened at the end of the day if{" "}
            <bdi>{partnerName}</bdi> leaves one too; otherwise neither of you will know.
          </>
        ) : (
          "Yours is sealed until the end of the day, and opened only if both of you left one."
        )}
      </p>
      <fetcher.Form method="post" action={path} className="mt-3 flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="seal" />
        <input
          // The stored line comes with the page that follows.
          key={mine}
          name="address"
          required
          dir="auto"
          maxLength={ADDRESS_MAX_LENGTH}
          defaultValue={typedText(answer, "address") ?? mine ?? ""}
          aria-label="How to find you"
          placeholder="How to find you"
          autoComplete="off"
          className="min-h-11 min-w-0 flex-1 basis-48 rounded-md border border-rule-strong bg-paper px-3 font-serif text-lg hover:border-ink"
        />
        <Button type="submit" size="sm" pending={isBusy}>
          {mine === null ? "Seal it" : "Seal this instead"}
        </Button>
      </fetcher.Form>
      <FormErrors errors={formErrors(answer)} />
      {mine === null ? null : <Withdraw path={path} />}
    </Card>
  );
}

function Revealed({ addresses: { mine, theirs }, partnerName, path }: SealedAddressProps) {
  return (
    <Card title="The envelopes are open" isSealed={false}>
      <dl className="flex flex-col gap-3">
        {theirs === null ? null : (
          <Line
            label={
              <>
                How to find <bdi>{partnerName}</bdi>
              </>
            }
          >
            {theirs}
          </Line>
        )}
        {mine === null ? null : <Line label="How to find you">{mine}</Line>}
      </dl>
      {mine === null ? null : <Withdraw path={path} />}
    </Card>
  );
}

function Line({ label, children }: { label: ReactNode; children: string }) {
  return (
    <div>
      <dt className="text-ink-muted text-sm">{label}</dt>
      <dd dir="auto" className="font-serif text-xl [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  );
}

function Withdraw({ path }: { path: string }) {
  const { fetcher, answer, isBusy } = useFetcherForm("unseal");
  return (
    <fetcher.Form method="post" action={path} className="mt-2">
      <input type="hidden" name="intent" value="unseal" />
      <Button type="submit" variant="quiet" size="sm" pending={isBusy} className="-ml-4">
        Take mine back
      </Button>
      <FormErrors errors={formErrors(answer)} />
    </fetcher.Form>
  );
}

interface CardProps {
  title: string;
  isSealed: boolean;
  children: React.ReactNode;
}

function Card({ title, isSealed, children }: CardProps) {
  return (
    <section
      aria-label={title}
      className="mx-auto mt-8 flex w-full max-w-measure flex-col rounded-lg border border-rule-strong border-dashed bg-paper-raised p-5 sm:p-6"
    >
      <div className="mb-2 flex items-center gap-4">
        <Envelope isSealed={isSealed} />
        <p className="font-medium font-serif text-xl">{title}</p>
      </div>
      {children}
    </section>
  );
}

/** The envelope of the page that was not found, small; its seal is drawn when the line is. */
function Envelope({ isSealed }: { isSealed: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 48 34" fill="none" className="h-9 w-auto shrink-0">
      <rect
        x="2"
        y="2"
        width="44"
        height="30"
        rx="2"
        className="fill-paper stroke-ink"
        strokeWidth="1.5"
      />
      <path d="M2 4l22 15L46 4" className="stroke-ink" strokeWidth="1.5" />
      {isSealed ? <circle cx="24" cy="19" r="5" className="animate-fade fill-accent" /> : null}
    </svg>
  );
}
