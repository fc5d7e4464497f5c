type Row = Record<string, unknown>;

/** A mail that the mailer has accepted. */
export interface SentMail {
  to: string;
  subject: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
}

interface Facts {
  mails: SentMail[];
  /** Reads the database, once everything has come to rest. */
  rows(sql: string): Row[];
  /** Members with a mail among the dead letters. */
  undelivered: ReadonlySet<string>;
  /** Whether a fault may have delivered a message of the queue twice, or ended a request before it had queued its mail. */
  isDisturbed: boolean;
  isRestored: boolean;
  complain(what: string): void;
}

const REMINDER = "Today's introduction is waiting";
const ABSENCE = "We're pausing your introductions tomorrow";
const DECISIONS: Record<string, string> = {
  "A warning about your account": "warn",
  "Your account is suspended": "suspend",
  "Your account is banned": "ban",
};
/** Subjects of mails that come once per event; a member may request any number of the others. */
const ONCE = [REMINDER, ABSENCE, "A sealed address was opened"];

/** Checks that each mail comes at most once if docs/rules.md demands it, and at least once if a member needs it. */
export function judgeMails(facts: Facts): void {
  const { mails, isDisturbed, isRestored, undelivered, complain } = facts;
  const times = new Map<string, number>();
  for (const { to, subject, text, at } of mails) {
    if (!ONCE.includes(subject)) continue;
    // The text of an opened address names its conversation, which opens once at most.
    const day = subject === REMINDER || subject === ABSENCE ? toDate(at) : text;
    const what = `'${subject}' to ${to}, ${day}`;
    times.set(what, (times.get(what) ?? 0) + 1);
  }
  for (const [what, count] of times) {
    // A restore forgets which reminders were sent.
    const isOnce = what.startsWith(`'${REMINDER}'`) ? !isRestored : !isDisturbed;
    if (isOnce && count > 1) complain(`${what} came ${count} times`);
  }

  const actions = facts.rows("select member_id, kind from member_actions");
  for (const { id, email, absence_told_on, email_verified_at } of facts.rows(
    "select * from members",
  )) {
    if (undelivered.has(String(id))) continue;
    const own = mails.filter(({ to }) => to === email);
    const count = (subject: string) => own.filter((mail) => mail.subject === subject).length;
    // A member must be notified before runs leave them out, whatever fails.
    if (absence_told_on !== null && email_verified_at !== null && count(ABSENCE) === 0) {
      complain(`${email} was never told of the pause by absence`);
    }
    for (const [subject, kind] of Object.entries(DECISIONS)) {
      const made = actions.filter((act) => act.member_id === id && act.kind === kind).length;
      if (!isDisturbed && count(subject) !== made) {
        complain(`${made} × ${kind} of ${email}, ${count(subject)} mails`);
      }
    }
  }
}

const toDate = (instant: number) => new Date(instant).toISOString().slice(0, 10);
