import type { MetaFunction } from "@remix-run/cloudflare";
import { DocumentPage, type DocumentSection } from "~/app/components/document-page";
import type { ShellHandle } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";
import { BRAND } from "~/core/shared/brand";
import { PROMISES } from "~/core/shared/promises";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Safety",
    description: `Talking with a stranger and meeting one, safely: advice from ${BRAND.name}.`,
  });

const SECTIONS: readonly DocumentSection[] = [
  {
    id: "danger",
    title: "If you are in danger now",
    body: (
      <>
        <p>
          Call your local emergency number: <strong>112</strong> in the European Union and from most
          mobile phones, <strong>999</strong> in the United Kingdom, <strong>911</strong> in the
          United States and Canada, <strong>000</strong> in Australia, <strong>112</strong> in
          India. They help first and ask later.
        </p>
        <p>Then, when you are safe, tell us too. It is never too late, and never too small.</p>
      </>
    ),
  },
  {
    id: "words",
    title: "While you write",
    body: (
      <ul>
        <li>
          You owe nobody an answer, a picture, a surname or a reason. Someone who is worth meeting
          can wait.
        </li>
        <li>
          Keep your address, your workplace and your routines to yourself until you know more than a
          day of somebody.
        </li>
        <li>
          Be careful with links, and with being led to another app at once: what happens there, we
          can neither see nor stop.
        </li>
        <li>
          You can block your partner at any moment. {PROMISES.block} {PROMISES.blockSeen} You can
          report them with or without blocking.
        </li>
      </ul>
    ),
  },
  {
    id: "scams",
    title: "If it turns to money",
    body: (
      <>
        <p>
          Never send money, gift cards, cryptocurrency or codes from your phone to somebody you have
          not met, whatever the story. The usual ones are a sudden illness, a ticket to visit you, a
          parcel stuck in customs, and an investment that has done wonders. The person telling it
          may be charming and patient for weeks.
        </p>
        <p>
          If you have sent something already: call your bank at once, keep the messages, report the
          member to us and go to the police. Being deceived is nothing to be ashamed of.
        </p>
      </>
    ),
  },
  {
    id: "blackmail",
    title: "If someone threatens you with pictures or words",
    body: (
      <>
        <p>
          Don’t pay, and don’t send more: it doesn’t stop there. Stop answering, keep what was
          written, report it here and to the police.
        </p>
        <p>
          <a href="https://stopncii.org" rel="noreferrer" className="text-link">
            StopNCII.org
          </a>{" "}
          helps adults to keep intimate pictures off the large sites, without sending the pictures
          to anyone. For pictures of someone under 18 there is{" "}
          <a href="https://takeitdown.ncmec.org" rel="noreferrer" className="text-link">
            Take It Down
          </a>
          .
        </p>
      </>
    ),
  },
  {
    id: "meeting",
    title: "If you meet",
    body: (
      <ul>
        <li>Meet in public, by day if you like, and more than once before anywhere private.</li>
        <li>Tell a friend where you are and with whom, and when you’ll be in touch.</li>
        <li>Come and go by yourself; don’t be picked up or dropped at home.</li>
        <li>Look after your drink and your phone. Leave when you want to, without explaining.</li>
        <li>What you agreed to in writing binds you to nothing. Nor does it bind them.</li>
      </ul>
    ),
  },
  {
    id: "reporting",
    title: "What a report does",
    body: (
      <>
        <p>
          In a conversation, open the menu and choose Report User. {PROMISES.report} What is kept
          can’t be deleted afterwards.
        </p>
        <p>
          You see on your account page what came of it. {BRAND.name} can warn, suspend and ban; it
          can’t arrest anybody. For a crime, go to the police as well; we answer their lawful
          requests.
        </p>
      </>
    ),
  },
];

export default function SafetyPage() {
  return (
    <DocumentPage
      kicker="For members"
      title="Safety"
      lede="Most people here are as curious and as careful as you are. This is for the others."
      sections={SECTIONS}
    />
  );
}
