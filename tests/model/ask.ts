import fc from "fast-check";
import { expect } from "vitest";
import type { ApiAnswer } from "../support/api";
import type { Conversation, Member, Model } from "./model";

/** The codes of the contract that a sequence of calls can meet, each with its status. */
export const STATUS = {
  invalid_input: 400,
  invalid_json: 400,
  current_password_incorrect: 400,
  cannot_block_yourself: 400,
  cannot_report_yourself: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  admin_protected: 403,
  suspended: 403,
  password_required: 403,
  registration_refused: 403,
  blocked_by_you: 403,
  blocked_by_partner: 403,
  conversation_expired: 403,
  not_found: 404,
  conversation_not_found: 404,
  profile_not_found: 404,
  pairing_not_found: 404,
  report_not_found: 404,
  message_not_found: 404,
  member_not_found: 404,
  appeal_not_found: 404,
  method_not_allowed: 405,
  question_not_open: 409,
  already_revealed: 409,
  email_taken: 409,
  nothing_to_lift: 409,
  already_appealed: 409,
  nothing_to_appeal: 409,
  already_decided: 409,
  other_admin_required: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
} as const;
export type Code = keyof typeof STATUS;

/** Possible outcomes of a step. A long run must meet each of these, and each code. */
const CHANGES = [
  "a night",
  "a second cron",
  "added to a report",
  "answered",
  "appealed",
  "asked for open pairings",
  "asked why",
  "blocked",
  "blocked again",
  "changed the password",
  "decided an appeal: overturned",
  "decided an appeal: upheld",
  "edited the profile",
  "ended a pause",
  "ended other sessions",
  "left",
  "left a line",
  "left out",
  "left out with a choice",
  "lost a partner who left",
  "lost a partner who was suspended",
  "marked as read",
  "moved",
  "opened a report again",
  "paired again",
  "paused",
  "read a list of the desk",
  "read a page",
  "read evidence",
  "read messages",
  "read questions",
  "read revealed lines",
  "read sealed lines",
  "read the block status",
  "read the history",
  "read the open conversation",
  "read the open pairings",
  "read the own blocks",
  "read the own profile",
  "read the own reports",
  "read the standing",
  "registered",
  "registered again",
  "reported",
  "reported one who left",
  "resolved a report",
  "saw a profile of then",
  "saw a profile of today",
  "sent",
  "sent again",
  "set the timezone",
  "signed in",
  "signed out",
  "took a line back",
  "took an action: ban",
  "took an action: lift",
  "took an action: suspend",
  "took an action: warn",
  "took the export",
  "triggered a run",
  "unblocked",
  "unblocked nobody",
  "waited twice",
] as const;
type Change = (typeof CHANGES)[number];

export const MET: string[] = [...Object.keys(STATUS), ...CHANGES];

export type Answer = ApiAnswer<never>;

/** The system under test: the Worker with its database and objects. */
export interface System {
  call(
    method: string,
    path: string,
    options?: { token?: string | undefined; body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Sets the clock of the system. */
  setTime(now: number): void;
  /** Makes the run of midnight. */
  runCron(now: number): Promise<void>;
  /** Sweeps, archives, and computes public numbers. */
  runChores(now: number): Promise<void>;
  /** Confirms the address in the database, because this server sends no mail with the link. */
  confirmEmail(memberId: string): Promise<void>;
  /** Count of each code and of each outcome of a step. */
  reached: Map<string, number>;
}

export interface Turn {
  model: Model;
  system: System;
}

export function note({ system: { reached } }: Turn, what: Change | Code): void {
  reached.set(what, (reached.get(what) ?? 0) + 1);
}

export const bodyOf = <Body>({ body }: Answer) => body as Body;

/** Checks a refusal against its code, or against several codes if the contract does not order them. */
export function expectRefusal(turn: Turn, answer: Answer, ...codes: Code[]): void {
  const { code } = bodyOf<{ code?: Code }>(answer);
  expect(codes, JSON.stringify(answer.body)).toContain(code);
  expect(answer.status).toBe(STATUS[code ?? "invalid_input"]);
  if (code) note(turn, code);
}

export function expectOk(turn: Turn, answer: Answer, what: Change, status = 200): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  note(turn, what);
}

interface AskOptions {
  body?: unknown;
  isForAdmins?: boolean;
  whileSuspended?: boolean;
}

/**
 * Makes one call as a member, and checks its refusal for the session, a restriction or a missing role.
 * @returns null if the call was refused for one of these
 */
export async function ask(
  turn: Turn,
  member: Member,
  call: string,
  { body, isForAdmins = false, whileSuspended = false }: AskOptions = {},
): Promise<Answer | null> {
  const { model, system } = turn;
  const [method = "", path = ""] = call.split(" ");
  const session = member.sessions.at(-1);
  const answer = await system.call(method, path, { token: session?.token, body });
  const alive = session ? model.isAlive(session) : false;
  if (!session || alive === false || (alive === null && answer.status === 401)) {
    if (session) session.isOver = true;
    expectRefusal(turn, answer, "unauthenticated");
    return null;
  }
  session.usedAt = model.now;
  const restriction = model.restriction(member);
  if (restriction && !whileSuspended) {
    expectRefusal(turn, answer, "suspended");
    expect(answer.body).toMatchObject({
      standing: restriction.kind === "ban" ? "banned" : "suspended",
      text: restriction.text,
      until: restriction.until === null ? null : new Date(restriction.until).toISOString(),
    });
    return null;
  }
  if (isForAdmins && !member.isAdmin) {
    expectRefusal(turn, answer, "forbidden");
    return null;
  }
  return answer;
}

/** Makes one call as the clerk, the admin who is in no run. */
export const askClerk = ({ model, system }: Turn, call: string, body?: unknown) => {
  const [method = "", path = ""] = call.split(" ");
  return system.call(method, path, { token: model.clerk.token, body });
};

/** The reason why a member is refused a conversation; null if there is none. */
export function barOf(
  { model }: Turn,
  conversation: Conversation | undefined,
  member: Member,
  { writes = false, ignoresBlocks = false } = {},
): Code | null {
  if (!conversation?.two.includes(member) || !model.isThere(conversation)) {
    return "conversation_not_found";
  }
  const partner = model.partnerIn(conversation, member);
  if (!ignoresBlocks && model.hasBlocked(member, partner)) return "blocked_by_you";
  if (!ignoresBlocks && model.hasBlocked(partner, member)) return "blocked_by_partner";
  return writes && model.isOver(conversation) ? "conversation_expired" : null;
}

export function expectBar(turn: Turn, answer: Answer, code: Code): void {
  expectRefusal(turn, answer, code);
  if (code !== "blocked_by_you" && code !== "blocked_by_partner") return;
  expect(answer.body).toMatchObject({
    isBlocked: true,
    blockedByYou: code === "blocked_by_you",
    message: expect.stringContaining("blocked"),
  });
}

/** A kind of step: how its parts are drawn, what it does, and what it expects. */
export interface StepKind<Parts = never> {
  name: string;
  /** Relative frequency of the draw. */
  weight: number;
  parts: fc.Arbitrary<Parts>;
  run(turn: Turn, parts: Parts): Promise<void>;
}

export const defineStep = <Parts extends Record<string, unknown>>(
  name: string,
  weight: number,
  parts: { [Name in keyof Parts]: fc.Arbitrary<Parts[Name]> },
  run: (turn: Turn, parts: Parts) => Promise<void>,
): StepKind => ({ name, weight, parts: fc.record(parts), run }) as unknown as StepKind;

/** Time between two steps, so that no limit per second is reached by chance. */
const PAUSE_MS = 2_000;

/** A step of a sequence, as a command of fast-check. */
class Step implements fc.AsyncCommand<Model, System> {
  constructor(
    private readonly kind: StepKind,
    private readonly parts: never,
  ) {}

  check = () => true;

  async run(model: Model, system: System): Promise<void> {
    if (!model.isAtBorder) model.now += PAUSE_MS;
    model.isAtBorder = false;
    system.setTime(model.now);
    await this.kind.run({ model, system }, this.parts);
  }

  toString = () => `${this.kind.name} ${JSON.stringify(this.parts)}`;
}

/** Arbitraries of commands, each repeated by the weight of its kind. */
export const toCommands = (kinds: StepKind[]): fc.Arbitrary<fc.AsyncCommand<Model, System>>[] =>
  kinds.flatMap((kind) => {
    const arbitrary = kind.parts.map((parts) => new Step(kind, parts));
    return Array.from({ length: kind.weight }, () => arbitrary);
  });

/** Index of a member, modulo the number of members. */
export const anyMember = fc.nat({ max: 11 });
/** Index of a conversation, where 0 is the newest. */
export const someConversation = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5);
/** The caller: one of the two (0, 1), or sometimes any member (2). */
export const someSide = fc.constantFrom(0, 0, 0, 0, 1, 1, 1, 1, 2);

/** The conversation and the member of a step. The member is `who` if there is no conversation or the side is 2. */
export function sideOf(
  { model }: Turn,
  { at, side, who = 0 }: { at: number; side: number; who?: number },
): { conversation: Conversation | undefined; id: string; member: Member } {
  const conversation = model.conversation(at);
  const member = conversation?.two[side] ?? model.member(who);
  return { conversation, id: conversation?.id ?? "nowhere", member };
}
