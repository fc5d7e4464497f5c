import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { DocumentPage, type DocumentSection } from "~/app/components/document-page";
import { MailLink } from "~/app/features/shell/support-link";
import type { ShellHandle } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";
import type { Controller } from "~/app/load-context";
import { BRAND } from "~/core/shared/brand";
import { MINIMUM_AGE_YEARS } from "~/core/shared/constants";
import { PROMISES } from "~/core/shared/promises";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Child Safety Standards",
    description: `${BRAND.name}’s standards against the sexual abuse and exploitation of children, and whom to tell.`,
  });

export function loader({ context }: LoaderFunctionArgs) {
  return context.config.controller;
}

const RESPONSE = (
  <ul>
    <li>The messages are kept as they were: neither side can delete them.</li>
    <li>
      A person decides. The account is banned, its e-mail address can’t register again for a year,
      and its conversations end at once.
    </li>
    <li>
      What the law asks us to tell, we tell the authority it names. We keep the evidence for their
      request, and answer lawful ones.
    </li>
  </ul>
);

const sections = ({ childSafetyEmail }: Controller): DocumentSection[] => [
  {
    id: "standard",
    title: "What we don’t tolerate",
    body: (
      <p>
        {BRAND.name} is for adults of {MINIMUM_AGE_YEARS} and older. Sexual abuse and exploitation
        of children is forbidden here in every form: approaching a child, sexual talk with or about
        one, asking for or offering pictures, trading or linking to such material, blackmail, and
        trafficking. There is no first warning.
      </p>
    ),
  },
  {
    id: "prevention",
    title: "What we do to prevent it",
    body: (
      <ul>
        <li>
          A date of birth under {MINIMUM_AGE_YEARS} is refused at sign-up and at every edit, and
          each day’s run looks at it again. It is the member’s own word; we don’t check documents.
        </li>
        <li>Conversations are text alone: no picture, film or file can be sent.</li>
        <li>Members don’t search or choose each other, and each conversation ends with its day.</li>
        <li>{PROMISES.place}</li>
      </ul>
    ),
  },
  {
    id: "report",
    title: "How to report",
    body: <HowToReport email={childSafetyEmail} />,
  },
  {
    id: "response",
    title: "What happens then",
    body: RESPONSE,
  },
  {
    id: "contact",
    title: "Contact",
    body: (
      <p>
        For the safety of children: <MailLink address={childSafetyEmail} />. The person who reads it
        can act on it.
      </p>
    ),
  },
];

function HowToReport({ email }: { email: string }) {
  return (
    <>
      <p>
        In the conversation’s menu: Report User, with the reason ‘Seems to be under 18’. These
        reports are read before all others. You can also write to <MailLink address={email} />, as a
        member or not, also as a parent, a teacher or an authority.
      </p>
      <p>
        A child in danger comes first: call the emergency number, such as <strong>112</strong> or{" "}
        <strong>911</strong>. Hotlines of many countries are listed by{" "}
        <a href="https://www.inhope.org" rel="noreferrer" className="text-link">
          INHOPE
        </a>
        ; in the United States there is the{" "}
        <a href="https://report.cybertip.org" rel="noreferrer" className="text-link">
          CyberTipline
        </a>
        .
      </p>
    </>
  );
}

export default function ChildSafetyPage() {
  return (
    <DocumentPage
      updated="2026-11-25"
      title="Child Safety Standards"
      lede="Against the sexual abuse and exploitation of children: what is forbidden, what we do, and whom to tell."
      sections={sections(useLoaderData<typeof loader>())}
    />
  );
}
