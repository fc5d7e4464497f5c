import type { MetaFunction } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { DocumentPage, type DocumentSection } from "~/app/components/document-page";
import { SupportLink } from "~/app/features/shell/support-link";
import type { ShellHandle } from "~/app/features/shell/types";
import { pageMeta } from "~/app/lib/page-meta";
import { BRAND } from "~/core/shared/brand";
import { ANSWER_WITHIN_MS, MINIMUM_AGE_YEARS, SESSION_DAYS } from "~/core/shared/constants";
import { formatDuration } from "~/core/shared/duration";
import { PROMISES } from "~/core/shared/promises";

export const handle: ShellHandle = { isStatic: true };

export const meta: MetaFunction = () =>
  pageMeta({
    title: "Terms of Service",
    description: `What ${BRAND.name} asks of you, what it stores, who sees it, and for how long.`,
  });

/**
 * Statements about data describe the code. A change of the code must change the statements, and the
 * date.
 */
const SECTIONS: readonly DocumentSection[] = [
  {
    id: "acceptance",
    title: "Acceptance",
    body: (
      <p>
        By creating an account or using {BRAND.name} you agree to these terms. If you don’t agree
        with them, please don’t use it.
      </p>
    ),
  },
  {
    id: "basic-terms",
    title: "Basic terms",
    body: (
      <>
        <p>
          <strong>You must be at least {MINIMUM_AGE_YEARS} years old.</strong> {BRAND.name} is for
          adults only. A date of birth under {MINIMUM_AGE_YEARS} is refused, and nobody under{" "}
          {MINIMUM_AGE_YEARS} is ever paired.
        </p>
        <ul>
          <li>One person, one account, and it is yours alone. Keep its password to yourself.</li>
          <li>Tell the truth about who you are and how old you are.</li>
          <li>
            No harassment, no threats, no hate, no fraud, no advertising, no automated messages, and
            nothing the law forbids where you are.
          </li>
          <li>Don’t pass on what somebody told you here in confidence, or where they live.</li>
        </ul>
        <p>
          Everyone is introduced to at most one other member a day, at 00:00 UTC. We don’t promise a
          match on any given day, nor that you will like whom you meet.
        </p>
      </>
    ),
  },
  {
    id: "user-content",
    title: "User content",
    body: (
      <>
        <p>
          What you write is yours, and you answer for it. You allow us to store it and to show it to
          the person it is meant for, and nothing more.
        </p>
        <p>
          Nobody reads conversations as a matter of course. If you or your partner reports the
          other: {PROMISES.report}
        </p>
      </>
    ),
  },
  {
    id: "privacy",
    title: "Privacy",
    body: <Privacy />,
  },
  {
    id: "rights",
    title: "Rights",
    body: (
      <>
        <p>
          You can see and correct everything in your profile at any time. You can download all that
          we hold on you as one file, and you can delete your account yourself; both are in{" "}
          <Link to="/settings" className="text-link">
            your account page
          </Link>
          . If the law of your country gives you further rights over your data, write to us and we
          will honour them.
        </p>
        <p>The name {BRAND.name}, its words and its drawings remain ours.</p>
      </>
    ),
  },
  {
    id: "termination",
    title: "Termination",
    body: (
      <p>
        You may leave whenever you like, by deleting your account. We may close an account that
        breaks these terms or endangers others, without notice where that is needed to protect
        somebody. In either case what section 4 says about deletion holds.
      </p>
    ),
  },
  {
    id: "disclaimers",
    title: "Disclaimers",
    body: (
      <>
        <p>
          We introduce people; we don’t vouch for them. We check neither identities nor records, and
          what members say about themselves, their age included, is their own word. Take your time
          before you tell a stranger where to find you, meet in public first, and never send money.
        </p>
        <p>
          The service is offered as it is and as it is available, without a warranty that it is free
          of faults or interruptions.
        </p>
      </>
    ),
  },
  {
    id: "liability",
    title: "Limit of liability",
    body: (
      <p>
        As far as the law allows, we are not liable for what members do to each other, on or off the
        site, nor for indirect losses or lost data. Nothing here limits liability that the law does
        not let us limit, such as for intent, gross negligence, or harm to life and health.
      </p>
    ),
  },
  {
    id: "changes",
    title: "Changes",
    body: (
      <p>
        When these terms change, the date at the top changes with them. Where a change concerns what
        we store or who sees it, we say so on the site before it takes effect. Using {BRAND.name}{" "}
        after that means that you accept it.
      </p>
    ),
  },
  {
    id: "contact",
    title: "Contact",
    body: (
      <p>
        Questions about these terms, or about your data: <SupportLink />.{" "}
        {`We aim to answer within ${formatDuration(ANSWER_WITHIN_MS)}.`} More is in the{" "}
        <a href="/privacy" className="text-link">
          privacy notice
        </a>
        , the{" "}
        <a href="/safety" className="text-link">
          safety advice
        </a>{" "}
        and the{" "}
        <a href="/child-safety" className="text-link">
          standards of child safety
        </a>
        .
      </p>
    ),
  },
];

function Privacy() {
  return (
    <>
      <StoredData />
      <p>
        <strong>Who sees it.</strong> Other members you are paired with see your name, age, gender,
        bio and location text, and the languages you both named. They are never told your e-mail
        address, your date of birth (only your age) or your exact position. {PROMISES.place} A
        location text that spells out coordinates isn’t shown to them at all. Our administrators see
        accounts, current pairings, blocks and reports, with e-mail addresses and positions, in
        order to run and protect the service.
      </p>
      <p>
        <strong>For how long.</strong> Profiles until you delete your account. Messages until either
        of the two deletes theirs: then the conversation is gone for both. Reports and the messages
        kept with them until the reporter’s or the reported member’s account is deleted, or an open
        one is decided. {PROMISES.afterDeletion} A session ends after {SESSION_DAYS} days, or when
        you sign out.
      </p>
      <p>
        <strong>In your browser.</strong> A cookie named <code>session</code> keeps you signed in,
        and <code>zone</code> tells us the time zone that your browser is set to until you sign out;
        one named <code>toast</code> carries a notification to the next page, for a minute at most.
        If your session has ended, <code>ended</code> has the sign-in page say so, for ten minutes.
        The link of a mail goes to its page by <code>mail_link_reset</code> or{" "}
        <code>mail_link_confirm</code>, for half an hour. If you sign out before a page’s scripts
        are there, <code>forget</code> has the next page’s scripts remove what you had not sent, for
        30 days at most. If you choose colours, <code>look</code> keeps that. The browser’s storage
        holds <code>authToken</code> and <code>authUser</code> while you are signed in,{" "}
        <code>cookieConsent</code> with your choice about counting, a note that you dismissed a
        hint, the page that you were on the way to when a new version came, and what you have
        written but not sent. All of it comes from us, and none of it follows you elsewhere.
      </p>
      <p>
        <strong>Counting.</strong> If you accept, we count which pages are read, by the page’s name
        and with nothing that tells it was you. If you decline, or don’t answer, we don’t.
      </p>
      <p>
        <strong>Third parties.</strong> None by default: no advertising, no outside analytics, no
        fonts or scripts from elsewhere. Places and timezones are looked up in city data of our own.
        The service runs on Cloudflare’s network, which stores and carries the data for us. We sell
        nothing to anybody.
      </p>
    </>
  );
}

function StoredData() {
  return (
    <>
      <p>
        <strong>What we store.</strong>
      </p>
      <ul>
        <li>
          Your account: name, e-mail address, date of birth, and your password as a salted hash from
          which it can’t be read.
        </li>
        <li>
          Your profile, as far as you fill it in: gender, whom you’d like to meet, bio, location
          text, coordinates, timezone, languages, and your preferences of age and distance.
        </li>
        <li>Whom you were paired with and when, your messages, and when they were read.</li>
        <li>Whom you blocked, and reports by and about you with the messages they quote.</li>
        <li>
          Your sessions. To slow down those who guess passwords, we count failed sign-ins and new
          registrations under keyed digests of the e-mail and network address; the network address
          itself isn’t stored.
        </li>
      </ul>
    </>
  );
}

export default function TermsPage() {
  return (
    <DocumentPage
      updated="2026-11-29"
      title="Terms of Service"
      lede="Ten sections in plain words. The fourth says what we store, who sees it and for how long."
      sections={SECTIONS}
    />
  );
}
