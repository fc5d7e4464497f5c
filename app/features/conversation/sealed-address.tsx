import { useFetcher } from "@remix-run/react";
import { type ReactNode, type RefObject, useRef } from "react";
import { Button } from "~/app/components/button";
import { FormError } from "~/app/components/form-banner";
import { ChevronDown } from "~/app/components/icons";
import { useRegionStyle } from "~/app/components/local-time";
import { useHydrated } from "~/app/components/use-hydrated";
import { type FormAnswer, useForm } from "~/app/lib/form";
import { formatClock } from "~/app/lib/format-local";
import type { AddressesDto } from "~/core/shared/contract";
import { CONVERSATION_FAILED } from "./forms";

interface SealedAddressProps {
  addresses: AddressesDto;
  partnerName: string;
  isOpen: boolean;
  expiresAt: number;
}

/**
 * Until the reveal, the page must not show whether the partner has left an address (docs/rules.md#sealed-addresses).
 */
export function SealedAddress(props: SealedAddressProps) {
  if (props.addresses.revealed) return <Revealed {...props} />;
  return props.isOpen ? <Sealed {...props} /> : null;
}

function Sealed({ addresses: { mine }, partnerName, expiresAt }: SealedAddressProps) {
  const fetcher = useFetcher<FormAnswer>();
  const details = useRef<HTMLDetailsElement>(null);
  const form = useForm({
    intent: "seal",
    offline: CONVERSATION_FAILED.seal,
    fetcher,
    onSuccess: () => details.current?.removeAttribute("open"),
  });
  const hydrated = useHydrated();
  const style = useRegionStyle();
  // 12-hour in every region, like the times of the messages on the same page.
  const time = hydrated
    ? formatClock(expiresAt, "local", { ...style, is24Hour: false })
    : "00:00 UTC";
  return (
    <Card
      title="A sealed address"
      line={
        mine === null
          ? `Leave an address · opens at ${time} if you both do`
          : `Sealed until ${time} · Change`
      }
      isSealed={mine !== null}
      details={details}
    >
      <p className="text-ink-soft text-sm">
        {mine === null ? (
          <>
            Leave one line saying how to be found. It is opened at the end of the day if{" "}
            <bdi>{partnerName}</bdi> leaves one too; otherwise neither of you will know.
          </>
        ) : (
          "Yours is sealed, and opened only if both of you left one."
        )}
      </p>
      <fetcher.Form {...form.props} action="." className="mt-3 flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="seal" />
        <input
          // The field is uncontrolled. The key replaces it when the stored line changes.
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
        <Button
          type="submit"
          size="sm"
          variant={mine === null ? "primary" : "secondary"}
          pending={form.isBusy}
        >
          {mine === null ? "Seal it" : "Seal this instead"}
        </Button>
      </fetcher.Form>
      <FormError error={Object.values(form.errors)[0]} />
      {mine === null ? null : <Withdraw />}
    </Card>
  );
}

function Revealed({ addresses: { mine, theirs }, partnerName }: SealedAddressProps) {
  return (
    <Card title="The envelopes are open" line="The envelopes are open" isSealed={false} isOpen>
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
      {mine === null ? null : <Withdraw />}
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

function Withdraw() {
  const fetcher = useFetcher<FormAnswer>();
  const form = useForm({ intent: "unseal", offline: CONVERSATION_FAILED.unseal, fetcher });
  return (
    <fetcher.Form {...form.props} action="." className="mt-2">
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
  line: string;
  isSealed: boolean;
  isOpen?: boolean;
  details?: RefObject<HTMLDetailsElement>;
  children: ReactNode;
}

function Card({ title, line, isSealed, isOpen = false, details, children }: CardProps) {
  return (
    <section aria-label={title} className="mx-auto w-full max-w-measure">
      <details
        ref={details}
        open={isOpen}
        className="group max-h-[calc(var(--page-height)*0.5)] overflow-y-auto rounded-lg border border-rule border-dashed px-4 open:border-rule-strong open:bg-paper-raised open:pb-4"
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-3 py-1 font-serif text-ink-soft leading-snug max-sm:text-sm group-open:text-ink [&::-webkit-details-marker]:hidden">
          <Envelope isSealed={isSealed} />
          <span className="min-w-0 truncate">{line}</span>
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

function Envelope({ isSealed }: { isSealed: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 48 34" fill="none" className="h-6 w-auto shrink-0">
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
