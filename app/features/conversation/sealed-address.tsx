import { useFetcher } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { ChevronDown } from "~/app/components/icons";
import { type FormAnswer, useForm } from "~/app/lib/form";
import { ADDRESS_REMINDER_MS } from "~/core/shared/constants";
import type { AddressesDto } from "~/core/shared/contract";
import { CONVERSATION_FAILED } from "./forms";

interface SealedAddressProps {
  addresses: AddressesDto;
  partnerName: string;
  /** The conversation's address, to which its forms post. */
  path: string;
  isOpen: boolean;
  /** Milliseconds until the conversation ends. */
  remaining: number;
}

/**
 * The card of the sealed addresses (docs/rules.md#sealed-addresses). It is one line at first and unfolded in the last
 * hours. At the end both addresses are shown if both members left one. Until then nothing on it depends on the
 * partner's.
 */
export function SealedAddress(props: SealedAddressProps) {
  if (props.addresses.revealed) return <Revealed {...props} />;
  return props.isOpen ? <Sealed {...props} /> : null;
}

function Sealed({ addresses: { mine }, partnerName, path, remaining }: SealedAddressProps) {
  const fetcher = useFetcher<FormAnswer>();
  const form = useForm({ intent: "seal", offline: CONVERSATION_FAILED.seal, fetcher });
  return (
    <Card
      title="A sealed address"
      isSealed={mine !== null}
      isFolded={remaining > ADDRESS_REMINDER_MS}
    >
      <p className="text-ink-soft text-sm">
        {mine === null ? (
          <>
            Leave one line saying how to be found. It is opened at the end of the day if{" "}
            <bdi>{partnerName}</bdi> leaves one too; otherwise neither of you will know.
          </>
        ) : (
          "Yours is sealed until the end of the day, and opened only if both of you left one. You can change it until then."
        )}
      </p>
      <fetcher.Form {...form.props} action={path} className="mt-3 flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="seal" />
        <input
          // A new field is rendered when the next page brings the stored line.
          key={mine}
          name="address"
          required
          aria-invalid={form.errors.address ? true : undefined}
          dir="auto"
          defaultValue={form.typed("address") ?? mine ?? ""}
          aria-label="How to find you"
          placeholder="How to find you"
          autoComplete="off"
          className="min-h-11 min-w-0 flex-1 basis-48 rounded-md border border-rule-strong bg-paper px-3 font-serif text-lg hover:border-ink"
        />
        <Button type="submit" size="sm" pending={form.isBusy}>
          {mine === null ? "Seal it" : "Seal this instead"}
        </Button>
      </fetcher.Form>
      <FormError error={Object.values(form.errors)[0]} />
      {mine === null ? null : <Withdraw path={path} />}
    </Card>
  );
}

function Revealed({ addresses: { mine, theirs }, partnerName, path }: SealedAddressProps) {
  return (
    <Card title="The envelopes are open" isSealed={false} isFolded={false}>
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
      {mine === null && theirs === null ? (
        <p className="text-ink-soft">Neither line is shown to you any more.</p>
      ) : null}
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
  const fetcher = useFetcher<FormAnswer>();
  const form = useForm({ intent: "unseal", offline: CONVERSATION_FAILED.unseal, fetcher });
  return (
    <fetcher.Form {...form.props} action={path} className="mt-2">
      <input type="hidden" name="intent" value="unseal" />
      <Button type="submit" variant="quiet" size="sm" pending={form.isBusy} className="-ms-4">
        Take mine back
      </Button>
      <FormError error={form.errors[""]} />
    </fetcher.Form>
  );
}

interface CardProps {
  title: string;
  isSealed: boolean;
  /** Only the title shows until the reader unfolds the card. */
  isFolded: boolean;
  children: ReactNode;
}

function Card({ title, isSealed, isFolded, children }: CardProps) {
  return (
    <section aria-label={title} className="mx-auto mt-8 w-full max-w-measure">
      <details
        open={!isFolded}
        className="group rounded-lg border border-rule border-dashed px-5 open:border-rule-strong open:bg-paper-raised open:pb-5 sm:px-6 sm:open:pb-6"
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-4 py-2 font-medium font-serif text-ink-soft text-lg group-open:pt-5 group-open:text-ink group-open:text-xl [&::-webkit-details-marker]:hidden">
          <Envelope isSealed={isSealed} />
          {title}
          <ChevronDown
            aria-hidden
            className="ms-auto size-4 shrink-0 text-ink-muted group-open:rotate-180"
          />
        </summary>
        {children}
      </details>
    </section>
  );
}

/** A small form of the envelope of the 'not found' page. Its seal is drawn when the member's line is stored. */
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
