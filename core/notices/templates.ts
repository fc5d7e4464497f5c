import { BRAND } from "~/core/shared/brand";
import { EMAIL_LINK_MS, MS_PER_MINUTE, RESET_LINK_MS, WARNING_DAYS } from "~/core/shared/constants";
import type { Absence } from "~/core/shared/draw-state";
import { ABSENCE_WORDS } from "~/core/shared/draw-words";
import { formatDuration } from "~/core/shared/duration";
import { PROMISES } from "~/core/shared/promises";
import { REASON_WORDS } from "~/core/shared/reason-words";
import { clockOffset, clockTime, type MemberClock, nameClock } from "~/core/shared/timezones";
import type { Letter } from "./letter";
import type { MailContent, MailTemplate } from "./mail-messages";

interface MailPlace {
  origin: string;
  supportEmail: string;
}

export interface MailReader {
  clock: MemberClock;
  absence: Absence | null;
}

/** Mails that a member can opt out of, because they aren't about the account itself. */
export const NOTICES: ReadonlySet<MailTemplate> = new Set([
  "report_answered",
  "absence",
  "reminder",
  "envelope",
]);

type Words = Omit<Letter, "name" | "footer" | "unsubscribeUrl"> & { footer?: string };
type Templates = {
  [Name in MailTemplate]: (
    mail: Extract<MailContent, { template: Name }>,
    place: MailPlace,
    reader: MailReader,
  ) => Words;
};

/**
 * An address that was never verified gets only these mails and the links that were requested for it. If it got more, an
 * account could fill a stranger's mailbox. These mails are sent even if the mailbox's window is full.
 */
export const DECISIONS: ReadonlySet<MailTemplate> = new Set([
  "statement",
  "appeal_decided",
  "admin_reported",
]);

const IF_NOT_YOU = "If this wasn’t you, ignore this e-mail.";
const REQUESTED = `The link works once, and for ${formatDuration(EMAIL_LINK_MS)}.`;
const RESET = `The link works once, and for ${formatDuration(RESET_LINK_MS)}.`;

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** For example `December 24, 2026, 11:00 am (Europe/Stockholm)`. */
function inWords(instant: string, clock: MemberClock): string {
  const at = Date.parse(instant);
  const day = DAY.format(at + clockOffset(clock, at) * MS_PER_MINUTE);
  return `${day}, ${clockTime(clock, at)} (${nameClock(clock)})`;
}

const inNextDraw = ({ absence }: MailReader) =>
  absence === null ? "You are in the next draw, at midnight UTC." : ABSENCE_WORDS[absence];

const ACTIONS = {
  warn: {
    subject: "A warning about your account",
    heading: "You have been warned.",
    effect: () =>
      `A warning restricts nothing. It stays on your account for ${WARNING_DAYS} days, and a further breach weighs more.`,
  },
  suspend: {
    subject: "Your account is suspended",
    heading: "Your account is suspended.",
    effect: (until: string | null, { clock }: MailReader) =>
      `You can’t be introduced to anybody${until === null ? "" : ` until ${inWords(until, clock)}`}. You can still sign in, export your data and delete your account.`,
  },
  ban: {
    subject: "Your account is banned",
    heading: "Your account is banned.",
    effect: () =>
      "You won’t be introduced to anybody. You can still sign in, export your data and delete your account.",
  },
  lift: {
    subject: "Your account is open again",
    heading: "Your account is open again.",
    effect: (_until: string | null, reader: MailReader) =>
      `The restriction has ended. ${inNextDraw(reader)}`,
  },
} as const;

const TEMPLATES: Templates = {
  verify_email: ({ token }, { origin }) => ({
    subject: "Confirm your e-mail address",
    preheader: "One click, and we know that we can reach you.",
    heading: "Is this your address?",
    paragraphs: [
      `Someone has signed up to ${BRAND.name} with this e-mail address. If that was you, confirm it.`,
    ],
    action: { label: "Confirm this address", url: `${origin}/confirm/${token}` },
    closing: [REQUESTED, IF_NOT_YOU],
  }),
  reset_password: ({ token }, { origin }) => ({
    subject: "Choose a new password",
    preheader: RESET,
    heading: "A new password.",
    paragraphs: ["Someone asked for a new password for the account with this address."],
    action: { label: "Choose a new password", url: `${origin}/reset/${token}` },
    closing: [
      `${RESET} A new password signs you out everywhere, and removes your passkeys.`,
      `${IF_NOT_YOU} Your password stays as it is.`,
    ],
  }),
  password_changed: (_mail, { origin, supportEmail }) => ({
    subject: "Your password was changed",
    preheader: "If that was you, there is nothing to do.",
    heading: "Your password was changed.",
    paragraphs: [
      "The password of your account was just changed, and other sessions were ended. If that was you, there is nothing to do.",
      `If it wasn’t, choose a new one at once, and write to ${supportEmail}.`,
    ],
    action: { label: "It wasn’t me", url: `${origin}/forgot` },
  }),
  passkey_added: (_mail, { origin, supportEmail }) => ({
    subject: "A passkey was added to your account",
    preheader: "If that was you, there is nothing to do.",
    heading: "You have a new passkey.",
    paragraphs: [
      "A passkey was just added to your account: the device that holds it can sign in without your password. If that was you, there is nothing to do.",
      `If it wasn’t, choose a new password with the link below: it removes every passkey and ends every session. Then write to ${supportEmail}.`,
    ],
    action: { label: "It wasn’t me", url: `${origin}/forgot` },
  }),
  change_email_old: ({ token, newEmail }, { origin, supportEmail }) => ({
    subject: "Confirm the change of your e-mail address",
    preheader: "Someone asked to change your account’s address.",
    heading: "A new address?",
    paragraphs: [
      `Someone asked to change the e-mail address of your account to this one: ${newEmail}`,
    ],
    action: { label: "Agree to the change", url: `${origin}/confirm/${token}` },
    closing: [
      `${REQUESTED} The change is made once the new address is confirmed too.`,
      `If it wasn’t you who asked, don’t agree: someone may know your password. Choose a new one, and write to ${supportEmail}.`,
    ],
  }),
  change_email_new: ({ token }, { origin }) => ({
    subject: "Confirm your new e-mail address",
    preheader: "The last step of a change of address.",
    heading: "Is this your new address?",
    paragraphs: [`A member of ${BRAND.name} wants to use this e-mail address from now on.`],
    action: { label: "Confirm this address", url: `${origin}/confirm/${token}` },
    closing: [REQUESTED, IF_NOT_YOU],
  }),
  email_changed: ({ newEmail }, { supportEmail }) => ({
    subject: "Your e-mail address was changed",
    preheader: "From now on we write to the new one.",
    heading: "Your address was changed.",
    paragraphs: [
      `From now on we write to ${newEmail}, and you sign in with it. This is the last e-mail to this address.`,
      `If it wasn’t you, write to ${supportEmail} at once.`,
    ],
  }),
  statement: ({ action, reason, text, until }, { origin }, reader) => ({
    subject: ACTIONS[action].subject,
    preheader: "What was decided, why, and what you can do.",
    heading: ACTIONS[action].heading,
    paragraphs: [
      ACTIONS[action].effect(until, reader),
      action === "lift"
        ? "What was written to you with it:"
        : `The reason: ${REASON_WORDS[reason]}. A person decided this by our Terms of Service, after a report or a look at what was reported. They wrote:`,
    ],
    quote: text,
    action: { label: "See the decision", url: `${origin}/account/standing` },
    closing:
      action === "lift"
        ? []
        : [
            `If you think it is wrong, appeal on that page. ${PROMISES.appeal} You can also turn to a court.`,
          ],
  }),
  appeal_decided: ({ decision, text }, { origin }, reader) => {
    const [outcome, closing] =
      decision === "overturned"
        ? ["The decision was taken back.", inNextDraw(reader)]
        : ["The decision stays as it is.", "You can also turn to a court."];
    return {
      subject: "Your appeal has an answer",
      preheader: outcome,
      heading: outcome,
      paragraphs: ["A person looked at your appeal. They wrote:"],
      quote: text,
      action: { label: "See the answer", url: `${origin}/account/standing` },
      closing: [closing],
    };
  },
  absence: (_mail, { origin }) => ({
    subject: "We're pausing your introductions tomorrow",
    preheader: "One visit, and you are in the next draw.",
    heading: "It has been two weeks.",
    paragraphs: [
      "You have not been here for almost two weeks, so from tomorrow we introduce you to no one: your match would wait in vain.",
      "Your account and your conversations stay as they are. One visit, whenever you like, and you are in the next draw.",
    ],
    action: { label: "I'm still here", url: `${origin}/conversations` },
  }),
  reminder: ({ hasWritten, isLast }, { origin }) => ({
    subject: "Today's introduction is waiting",
    preheader: hasWritten ? "They have written to you." : "You have until midnight UTC.",
    heading: "Somebody is waiting for you.",
    paragraphs: [
      hasWritten
        ? "You were introduced to somebody today, and they have written to you. The conversation ends at midnight UTC."
        : "You were introduced to somebody today. Nothing has been said yet, and the conversation ends at midnight UTC.",
      ...(isLast
        ? [
            "This is the third of these e-mails since your last visit, so it is the last: we stop here until you ask for them again.",
          ]
        : []),
    ],
    action: { label: "See who it is", url: `${origin}/conversations` },
    footer: `You asked ${BRAND.name} for one e-mail a day when an introduction waits.`,
  }),
  envelope: ({ conversationId }, { origin }) => ({
    subject: "A sealed address was opened",
    preheader: "You both left one.",
    heading: "You both left an address.",
    paragraphs: [
      "Your conversation has ended, and each of you left a line saying how to be found. Both are open now. They stay with the conversation, in your history.",
    ],
    action: { label: "Read the address", url: `${origin}/conversation/${conversationId}` },
  }),
  admin_reported: ({ reportId, reason }) => ({
    subject: "A report about the only admin",
    preheader: "Another admin has to decide it.",
    heading: "The only admin was reported.",
    paragraphs: [
      `The reason: ${REASON_WORDS[reason]}. The report is ${reportId}.`,
      "The admin sees the report, and not who made it. As soon as there is another admin, they decide it, and the reported admin no longer sees it. Grant one with npm run admin.",
    ],
    footer: `You’re getting this at the support address of ${BRAND.name}.`,
  }),
  report_answered: ({ outcome }, { origin }) => ({
    subject: "Your report has an answer",
    preheader: "A person has looked at it.",
    heading: "Your report has an answer.",
    paragraphs: [
      outcome === "acted"
        ? "A person has looked at what you reported, and acted on it. Thank you: it protects others too."
        : "A person has looked at what you reported, and found no breach of our rules. You needn’t meet again: a member you block is never paired with you.",
    ],
    action: { label: "See your reports", url: `${origin}/settings#own-reports` },
  }),
};

interface LetterFacts {
  name: string | null;
  place: MailPlace;
  reader?: MailReader | undefined;
  unsubscribeUrl?: string | undefined;
}

const ANYONE: MailReader = { clock: { timezone: null, zone: null }, absence: null };

export function writeLetter(
  mail: MailContent,
  { name, place, reader = ANYONE, unsubscribeUrl }: LetterFacts,
): Letter {
  // Each template takes its own content, but the type of the lookup can't express this.
  const write = TEMPLATES[mail.template] as (
    mail: MailContent,
    place: MailPlace,
    reader: MailReader,
  ) => Words;
  return {
    footer: unsubscribeUrl
      ? `You’re getting this as a member of ${BRAND.name}.`
      : `You’re getting this because it concerns your ${BRAND.name} account. Questions: ${place.supportEmail}`,
    ...write(mail, place, reader),
    name,
    unsubscribeUrl,
  };
}
