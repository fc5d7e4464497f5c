import type { Listing, Observation, SeenMessage } from "./history";

export type Rule =
  | "changed"
  | "order"
  | "lost"
  | "doubled"
  | "unstored"
  | "read"
  | "screen"
  | "early";

export interface Fault {
  rule: Rule;
  what: string;
}

type OfKind<Kind extends Observation["kind"]> = Extract<Observation, { kind: Kind }>;

/** `place` is the message's index in the order of all messages, and `at` the time at which a client saw the message. */
interface Known {
  at: number;
  place: number;
}

/** Checks the whole history of a conversation against docs/rules.md#messages. */
export function findFaults(history: readonly Observation[]): Fault[] {
  return new Judgement(history).faults;
}

class Judgement {
  readonly faults: Fault[] = [];
  #history: readonly Observation[];
  #messages = new Map<string, SeenMessage>();
  /** An id begins with the time of its message, so messages sort by their ids. */
  #order: string[];
  #known: Known[];

  constructor(history: readonly Observation[]) {
    this.#history = history;
    const seen = [
      ...this.#of("send").map(({ ended, stored }) => ({ at: ended, message: stored })),
      ...this.#of("live"),
      ...this.#of("list").flatMap(({ ended, messages }) =>
        messages.map((message) => ({ at: ended, message })),
      ),
    ];
    for (const { message } of seen) this.#note(message);
    this.#order = [...this.#messages.keys()].sort();
    this.#known = seen.map(({ at, message }) => ({ at, place: this.#placeOf(message) }));
    this.#checkLists();
    this.#checkOnce();
    this.#checkEvents();
    for (const readerId of new Set(this.#of("list").map(({ memberId }) => memberId))) {
      this.#checkReads(readerId);
    }
    this.#checkEnd();
  }

  #of<Kind extends Observation["kind"]>(kind: Kind): OfKind<Kind>[] {
    return this.#history.filter((one): one is OfKind<Kind> => one.kind === kind);
  }

  #report(rule: Rule, what: string): void {
    this.faults.push({ rule, what });
  }

  #placeOf({ message_id }: Pick<SeenMessage, "message_id">): number {
    return this.#order.indexOf(message_id);
  }

  #note(message: SeenMessage): void {
    const known = this.#messages.get(message.message_id) ?? { ...message };
    this.#messages.set(message.message_id, known);
    known.client_id ??= message.client_id;
    const isSame =
      known.sender_id === message.sender_id &&
      known.content === message.content &&
      (message.client_id === null || known.client_id === message.client_id);
    if (!isSame) this.#report("changed", `${message.message_id} was told in two ways`);
  }

  /**
   * A list must begin with the first message and leave no gap. It must have each message that a client saw before the
   * list was requested.
   */
  #checkLists(): void {
    for (const list of this.#of("list")) {
      const name = nameOf(list);
      let last = -1;
      for (const message of list.messages) {
        const place = this.#placeOf(message);
        if (place <= last) this.#report("order", `${name} has ${this.#order[place]} too late`);
        else if (place > last + 1) this.#report("lost", `${name} lacks ${this.#order[last + 1]}`);
        last = place;
      }
      const must = lastBefore(list.began, this.#known);
      if (last < must) {
        this.#report("lost", `${name} lacks ${this.#order[must]}, which was known before`);
      }
    }
  }

  /** A message must be stored once, with the `client_id` that its author's page gave it. */
  #checkOnce(): void {
    for (const { clientId, stored } of this.#of("send")) {
      if (stored.client_id !== clientId) {
        this.#report("changed", `${clientId} was answered with another message`);
      }
    }
    const written = new Set(this.#of("written").map(keyOfWritten));
    const known = new Set<string>();
    for (const message of this.#messages.values()) {
      if (message.client_id === null) continue;
      const key = keyOf(message);
      if (known.has(key)) this.#report("doubled", `${key} is stored twice`);
      if (!written.has(key)) this.#report("doubled", `${key} is there, and no one wrote it`);
      known.add(key);
    }
  }

  /**
   * Each connection must receive each message at most once and in order. Once a list is final, it must have received
   * only messages that some list contains.
   */
  #checkEvents(): void {
    const lists = this.#of("list");
    const listed = new Set(
      lists.flatMap(({ messages }) => messages.map(({ message_id }) => message_id)),
    );
    const isListComplete = lists.some(({ isFinal }) => isFinal);
    const last = new Map<string, number>();
    for (const { connection, message } of this.#of("live")) {
      const { message_id } = message;
      const place = this.#placeOf(message);
      const before = last.get(connection) ?? -1;
      if (place === before) this.#report("doubled", `${connection} heard ${message_id} twice`);
      else if (place < before) this.#report("order", `${connection} heard ${message_id} too late`);
      last.set(connection, Math.max(before, place));
      if (isListComplete && !listed.has(message_id)) {
        this.#report("unstored", `${connection} heard ${message_id}, which no list holds`);
      }
    }
  }

  #checkReads(readerId: string): void {
    const calls = this.#of("read").filter(({ memberId }) => memberId === readerId);
    const events = this.#of("live read").filter((one) => one.readerId === readerId);
    const lists = this.#of("list").map((list) => ({
      list,
      theirs: list.messages.filter(({ sender_id }) => sender_id !== readerId),
    }));
    const told: Known[] = events.map(({ at, upTo }) => ({
      at,
      place: this.#placeOf({ message_id: upTo }),
    }));
    for (const { list, theirs } of lists) {
      const last = theirs.findLast(({ is_read }) => is_read);
      if (last) told.push({ at: list.ended, place: this.#placeOf(last) });
    }
    const firstCall = Math.min(...calls.map(({ began }) => began));
    if (told.some(({ at }) => at < firstCall)) {
      this.#report("read", `${readerId} has read before asking to`);
    }
    const answered = calls.flatMap(({ began, ended }) =>
      ended === null ? [] : { at: ended, place: lastBefore(began, this.#known) },
    );
    for (const { list, theirs } of lists) {
      const must = lastBefore(list.began, [...told, ...answered]);
      const unread = theirs.find(({ is_read }) => !is_read);
      if (!unread) continue;
      const { message_id } = unread;
      if (this.#placeOf(unread) <= must) {
        this.#report("read", `${nameOf(list)} has ${message_id} unread again`);
      }
      if (theirs.some((one) => one.is_read && one.message_id > message_id)) {
        this.#report("read", `${nameOf(list)} has ${message_id} unread before a read one`);
      }
    }
    const last = new Map<string, string>();
    for (const { connection, upTo } of events) {
      if (upTo < (last.get(connection) ?? "")) {
        this.#report("read", `${connection} heard that ${readerId} has read less than before`);
      }
      last.set(connection, upTo);
    }
  }

  #checkEnd(): void {
    const finals = new Map<string, SeenMessage[]>();
    for (const list of this.#of("list")) if (list.isFinal) finals.set(list.memberId, list.messages);
    const orders = new Set([...finals.values()].map(idsOf));
    if (orders.size > 1) this.#report("order", "the two have different lists in the end");
    for (const { memberId, page, messages } of this.#of("screen")) {
      const shown = messages.map(lineOf).join("\n");
      const stored = finals.get(memberId)?.map(lineOf).join("\n");
      if (stored !== undefined && shown !== stored) {
        this.#report("screen", `${page} shows\n${shown}\nand the list is\n${stored}`);
      }
    }
    const kept = new Set(this.#of("device").flatMap(({ clientIds }) => clientIds));
    for (const { memberId, clientId } of this.#of("written")) {
      const stored = finals.get(memberId);
      if (!stored || kept.has(clientId)) continue;
      if (!stored.some(({ client_id }) => client_id === clientId)) {
        this.#report("lost", `${clientId} was written, and is neither stored nor kept`);
      }
    }
  }
}

/** The greatest `place` that was known before a time, or -1. */
const lastBefore = (moment: number, known: readonly Known[]): number =>
  known.reduce((last, { at, place }) => (at < moment ? Math.max(last, place) : last), -1);

const keyOf = ({ sender_id, client_id }: SeenMessage) => `${sender_id}:${client_id}`;
const keyOfWritten = ({ memberId, clientId }: OfKind<"written">) => `${memberId}:${clientId}`;
const idsOf = (messages: SeenMessage[]) => messages.map(({ message_id }) => message_id).join();
const nameOf = ({ memberId, began, isFinal }: Listing) =>
  `${isFinal ? "the last list" : "a list"} of ${memberId} at ${began}`;
const lineOf = ({ message_id, content, is_read }: SeenMessage) =>
  `${message_id} ${content}${is_read ? " (read)" : ""}`;
