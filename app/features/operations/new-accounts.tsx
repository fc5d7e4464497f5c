import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Section } from "~/app/components/section";
import type { OrError } from "~/app/lib/refusal.server";
import type { NewAccountsDto } from "~/core/operations/new-accounts";

/** Counts that suggest that one person has made many accounts. They do not say who. */
export function NewAccounts({ accounts }: { accounts: OrError<NewAccountsDto> }) {
  return (
    <Section id="new-accounts" title="New accounts">
      {"error" in accounts ? (
        <p className="py-3 text-ink-muted">{accounts.error}</p>
      ) : (
        <Signs known={accounts} />
      )}
    </Section>
  );
}

function Signs({ known }: { known: NewAccountsDto }) {
  return (
    <div className="mt-4 flex flex-col gap-6">
      <p className="text-ink-soft">
        {known.registered} registered in the last {known.days} days. Nothing here is acted on by
        itself: a school or a company has one network too.
      </p>
      <div className="grid gap-x-12 gap-y-6 sm:grid-cols-2">
        <Signed title="Of one mail domain">
          {known.domains.map(({ name, accounts }) => (
            <Row key={name} label={name} count={`${accounts}`} />
          ))}
        </Signed>
        <Signed title="From one network">
          {known.networks.map(({ name, accounts }) => (
            <Row key={name} label={`Network ${name}`} count={`${accounts}`} />
          ))}
        </Signed>
        <Signed title="New, and blocked or reported">
          {known.complaints.map(({ id, name, blocks, reports }) => (
            <Row
              key={id}
              label={<MemberLink id={id} name={name} />}
              count={`${blocks} blocked, ${reports} reported`}
            />
          ))}
        </Signed>
        <Signed title="Met by new accounts, and blocking">
          {known.sought.map(({ id, name, accounts, blocks }) => (
            <Row
              key={id}
              label={<MemberLink id={id} name={name} />}
              count={`met ${accounts}, blocked ${blocks}`}
            />
          ))}
        </Signed>
      </div>
    </div>
  );
}

function Signed({ title, children }: { title: string; children: ReactNode[] }) {
  return (
    <div className="min-w-0">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children.length > 0 ? (
        <ul className="mt-1 flex flex-col">{children}</ul>
      ) : (
        <p className="py-2 text-ink-muted text-sm">None.</p>
      )}
    </div>
  );
}

function Row({ label, count }: { label: ReactNode; count: string }) {
  return (
    <li className="flex items-baseline justify-between gap-4 border-rule border-b py-2 text-sm [overflow-wrap:anywhere]">
      <span className="min-w-0">{label}</span>
      <span className="shrink-0 text-ink-muted tabular-nums">{count}</span>
    </li>
  );
}

const MemberLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={`/admin/members/${id}`} className="text-link">
    <bdi>{name}</bdi>
  </Link>
);
