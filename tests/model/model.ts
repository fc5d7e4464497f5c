/*
 * The state that the API's answers should show, as plain maps, written from the contract (docs/rules.md) and not from the
 * code. A run of the model is a sequence of calls to the real Worker, whose answers are compared with these maps.
 */

export interface Action {
  kind: "warn" | "suspend" | "ban" | "lift";
  by: Member;
  at: number;
  until: number | null;
  text: string;
  isEnded: boolean;
  appeal: Appeal | null;
}

export interface Appeal {
  id: string | null;
  state: "open" | "upheld" | "overturned";
}

export interface Session {
  token: string;
  since: number;
  usedAt: number;
  /** Time of the sign-in or of the last change of the password. */
  provenAt: number;
  isOver: boolean;
}

export interface Clerk {
  email: string;
  password: string;
  token: string;
  provenAt: number;
}

export interface Member {
  id: string;
  name: string;
  email: string;
  password: string;
  dob: string;
  gender: string | null;
  wants: string | null;
  minAge: number | null;
  maxAge: number | null;
  /** Distance preference in km. */
  reach: number | null;
  latitude: number | null;
  longitude: number | null;
  location: string | null;
  bio: string | null;
  languages: string[];
  timezone: string | null;
  isAdmin: boolean;
  since: number;
  leftAt: number | null;
  pause: { from: string; until: string | null } | null;
  wait: number;
  waitBefore: number;
  waitedOn: string | null;
  sessions: Session[];
  actions: Action[];
  /** Times of limited events, by the limit's name. */
  events: Record<"moves" | "births" | "wishes" | "reports" | "failures" | "messages", number[]>;
}

export interface Message {
  id: string;
  by: Member;
  content: string;
  key: string | null;
  isRead: boolean;
}

/** A member as they were when paired. */
export interface Card {
  name: string;
  location: string | null;
  latitude: number | null;
  longitude: number | null;
  gender: string | null;
  age: number;
  shared: string[];
}

export interface Conversation {
  id: string;
  run: string;
  two: [Member, Member];
  date: string;
  publishedAt: number;
  expiresAt: number;
  /** True if a trigger or a suspension ended it, and not its own time. */
  endedEarly: boolean;
  /** A block came before the end. */
  isShut: boolean;
  opened: Set<Member>;
  cards: Map<Member, Card>;
  messages: Message[];
  /** Null if a revealed line was taken back. */
  lines: Map<Member, string | null>;
  /** Indexed by level; a revealed level stays revealed. */
  answers: Map<Member, string>[];
  isRevealed: boolean[];
}

export interface Report {
  id: string | null;
  by: Member;
  about: Member;
  conversation: Conversation;
  reason: string;
  /** Number of messages when the report was made. */
  messages: number;
  at: number;
  status: "open" | "resolved";
  outcome: "acted" | "no_breach" | null;
}

export interface Block {
  by: string;
  of: string;
  at: number;
  /** Whether the blocked member has left since. */
  isLeft: boolean;
}

const DAY_MS = 24 * 3_600_000;
/** An admin without a passkey can read evidence for this long after signing in. */
export const PROVEN_MS = DAY_MS / 2;
const SESSION_DAYS = 30;
/** A session's use is stored once per day, so an unused session ends after six or seven days. */
const SURELY_ALIVE_DAYS = 6;

export class Model {
  members: Member[] = [];
  conversations: Conversation[] = [];
  reports: Report[] = [];
  /** Keyed by e-mail address: a block outlives the two accounts. */
  blocks: Block[] = [];
  /** Pairs by date; they outlive the accounts too. */
  met: { emails: string[]; date: string }[] = [];
  /** Addresses of members who left while they were restricted, and until when they can't register. */
  barredUntil = new Map<string, number>();
  /** The published runs, the oldest first. */
  runs: { id: string; date: string }[] = [];
  /** Members that the newest run left out. */
  left: { date: string; members: Set<Member> } = { date: "", members: new Set() };

  /** Whether the next call is made exactly now, at the end of something. */
  isAtBorder = false;

  constructor(
    public now: number,
    /** An admin who is in no run and is never reported, so sees and decides what other admins may not. */
    public readonly clerk: Clerk,
  ) {}

  member(at: number): Member {
    return this.members[at % this.members.length] as Member;
  }

  /** The conversation at an index, where 0 is the newest. */
  conversation(at: number): Conversation | undefined {
    return this.conversations.at(-1 - (at % Math.max(1, this.conversations.length)));
  }

  hasBlocked(one: Member, other: Member): boolean {
    return this.blocks.some(({ by, of }) => by === one.email && of === other.email);
  }

  eitherBlocks(one: Member, other: Member): boolean {
    return this.hasBlocked(one, other) || this.hasBlocked(other, one);
  }

  isRestriction = ({ kind, until, isEnded }: Action) =>
    !isEnded && (kind === "ban" || (kind === "suspend" && (until ?? 0) > this.now));

  restriction({ actions }: Member): Action | undefined {
    return actions.findLast(this.isRestriction);
  }

  isBarred(member: Member): boolean {
    return this.restriction(member) !== undefined;
  }

  /** The action in force: a restriction, else the newest warning of the last 90 days. */
  inForce(member: Member): Action | undefined {
    const isWarning = ({ kind, at, isEnded }: Action) =>
      kind === "warn" && !isEnded && at > this.now - 90 * DAY_MS;
    return this.restriction(member) ?? member.actions.findLast(isWarning);
  }

  /** Whether a session is alive; null during the one day for which the contract leaves it open. */
  isAlive({ since, usedAt, isOver }: Session): boolean | null {
    if (isOver || this.now >= since + SESSION_DAYS * DAY_MS) return false;
    if (this.now < usedAt + SURELY_ALIVE_DAYS * DAY_MS) return true;
    return this.now >= usedAt + (SURELY_ALIVE_DAYS + 1) * DAY_MS ? false : null;
  }

  /** Whether a member was here in the last 14 days. */
  isHere = ({ sessions }: Member) =>
    sessions.some(({ usedAt }) => usedAt >= this.now - 14 * DAY_MS);

  partnerIn({ two }: Conversation, member: Member): Member {
    return two[0] === member ? two[1] : two[0];
  }

  isOver = ({ expiresAt }: Conversation) => expiresAt <= this.now;

  /** Whether both accounts exist. */
  isThere = ({ two }: Conversation) => two.every(({ leftAt }) => leftAt === null);

  /** Published, not ended, not expired, not blocked. */
  isOpen = (conversation: Conversation) =>
    !this.isOver(conversation) &&
    this.isThere(conversation) &&
    !this.eitherBlocks(...conversation.two);

  openOf(member: Member): Conversation | undefined {
    return this.conversations.findLast((one) => one.two.includes(member) && this.isOpen(one));
  }

  between(one: Member, other: Member): Conversation[] {
    return this.conversations.filter(({ two }) => two.includes(one) && two.includes(other));
  }

  areLinesRevealed(conversation: Conversation): boolean {
    const { two, lines, endedEarly, isShut, expiresAt } = conversation;
    return (
      this.isOver(conversation) &&
      !endedEarly &&
      !isShut &&
      two.every((one) => lines.has(one)) &&
      !this.reports.some((one) => one.conversation === conversation && one.at < expiresAt)
    );
  }

  /** Ends a conversation before its time. */
  end(conversation: Conversation): void {
    if (this.isOver(conversation)) return;
    Object.assign(conversation, { expiresAt: this.now, endedEarly: true });
  }

  /** A member whose partner in an open conversation was suspended or left has waited at least once. */
  keepPlace(conversation: Conversation, leaving: Member): void {
    const partner = this.partnerIn(conversation, leaving);
    const { date } = conversation;
    const waitBefore =
      partner.waitedOn !== null && partner.waitedOn >= date ? partner.waitBefore : partner.wait;
    Object.assign(partner, { wait: Math.max(1, partner.wait), waitBefore, waitedOn: date });
  }

  count(member: Member, of: keyof Member["events"], withinMs: number): number {
    return member.events[of].filter((at) => at > this.now - withinMs).length;
  }
}
