import type { Fault, Rule } from "./fault";
import type { Listing, LiveMessage, Observation, SeenMessage, SendAttempt } from "./history";

type OfKind<Kind extends Observation["kind"]> = Extract<Observation, { kind: Kind }>;

/**
 * Judges a whole history of one conversation (docs/rules.md#messages): there is one order for both members; each acknowledged
 * `client_id` is stored exactly once; events are a subset of the list; a list has each message that was known before it began; read marks only grow;
 * at the end the screen equals the list. Takes about linear time, because everything is sorted once.
 */
export function findFaults(history: readonly Observation[]): Fault[] {
  return new Judgement(history).faults;
}

class Judgement {
  readonly faults: Fault[] = [];
  #byKind = new Map<string, Observation[]>();
  /** All messages that any client saw. */
  #messages = new Map<string, SeenMessage>();
  /** Places in the order, by message id. Ids begin with the time of their message, so they sort as the messages do. */
  #position = new Map<string, number>();
  #order: string[] = [];
  #attempts = new Map<string, SendAttempt[]>();
  /** The message of each sender and `client_id`. */
  #byKey = new Map<string, string>();

  constructor(history: readonly Observation[]) {
    for (const one of history) {
      const list = this.#byKind.get(one.kind);
      if (list) list.push(one);
      else this.#byKind.set(one.kind, [one]);
    }
    this.#collect();
    this.#checkLists();
    this.#checkOnce();
    this.#checkEvents();
    this.#checkReads();
    this.#checkEnd();
  }

  #of<Kind extends Observation["kind"]>(kind: Kind): OfKind<Kind>[] {
    return (this.#byKind.get(kind) ?? []) as OfKind<Kind>[];
  }

  #report(rule: Rule, what: string): void {
    this.faults.push({ rule, what });
  }

  #collect(): void {
    for (const attempt of this.#of("send")) {
      const key = keyOf(attempt.memberId, attempt.clientId);
      const list = this.#attempts.get(key);
      if (list) list.push(attempt);
      else this.#attempts.set(key, [attempt]);
      if (!attempt.stored) continue;
      this.#note(attempt.stored);
      if (attempt.stored.client_id !== attempt.clientId) {
        this.#report("changed", `${attempt.clientId} was answered with another message`);
      }
    }
    for (const { messages } of this.#of("list")) for (const one of messages) this.#note(one);
    for (const { message } of this.#of("live")) this.#note(message);
    this.#order = [...this.#messages.keys()].sort();
    for (const [i, id] of this.#order.entries()) this.#position.set(id, i);
  }

  #note(message: SeenMessage): void {
    const known = this.#messages.get(message.message_id);
    if (!known) {
      this.#messages.set(message.message_id, { ...message });
      return;
    }
    const isSame =
      known.sender_id === message.sender_id &&
      known.content === message.content &&
      (known.client_id === null ||
        message.client_id === null ||
        known.client_id === message.client_id);
    if (!isSame) this.#report("changed", `${message.message_id} was told in two ways`);
    known.client_id ??= message.client_id;
  }

  /** The moments from which a client knew each place of the order, as a running maximum. */
  #knownPlaces(): Steps {
    const steps: [at: number, place: number][] = [];
    const know = (at: number, id: string) => steps.push([at, this.#position.get(id) ?? -1]);
    for (const { ended, stored } of this.#of("send")) {
      if (stored && ended !== null) know(ended, stored.message_id);
    }
    for (const { at, message } of this.#of("live")) know(at, message.message_id);
    for (const { ended, messages } of this.#of("list")) {
      const last = messages.at(-1);
      if (last) know(ended, last.message_id);
    }
    return new Steps(steps);
  }

  /** Each list is a part of the order without a gap. It has every message that was known before it was requested. */
  #checkLists(): void {
    const known = this.#knownPlaces();
    for (const list of this.#of("list")) {
      const places = list.messages.map(({ message_id }) => this.#position.get(message_id) ?? -1);
      const name = nameOf(list);
      for (const [i, place] of places.entries()) {
        const before = places[i - 1];
        if (before === undefined || place === before + 1) continue;
        if (place <= before) this.#report("order", `${name} has ${this.#order[place]} too late`);
        else this.#report("lost", `${name} lacks ${this.#order[before + 1]} in the middle`);
      }
      const [first] = places;
      if (list.isFromFirst && first !== undefined && first > 0) {
        this.#report("lost", `${name} lacks ${this.#order[0]} at the beginning`);
      }
      const must = known.before(list.began);
      const last = places.at(-1) ?? -1;
      if (list.isToLast && last < must) {
        this.#report("lost", `${name} lacks ${this.#order[must]}, which was known before`);
      }
    }
  }

  #checkOnce(): void {
    for (const { message_id, sender_id, client_id } of this.#messages.values()) {
      if (client_id === null) continue;
      const key = keyOf(sender_id, client_id);
      const other = this.#byKey.get(key);
      if (other === undefined) this.#byKey.set(key, message_id);
      else this.#report("doubled", `${client_id} is ${other} and ${message_id}`);
    }
  }

  /** A connection receives messages in order, each once, and only those that a list has. */
  #checkEvents(): void {
    const listed = new Set<string>();
    for (const { messages } of this.#of("list")) {
      for (const { message_id } of messages) listed.add(message_id);
    }
    const isListComplete = this.#of("list").some(({ isFinal }) => isFinal);
    const last = new Map<string, number>();
    const events: LiveMessage[] = this.#of("live");
    for (const { connection, message } of events) {
      const { message_id } = message;
      const place = this.#position.get(message_id) ?? -1;
      const before = last.get(connection) ?? -1;
      if (place === before) this.#report("doubled", `${connection} heard ${message_id} twice`);
      else if (place < before) this.#report("order", `${connection} heard ${message_id} too late`);
      last.set(connection, Math.max(before, place));
      if (isListComplete && !listed.has(message_id)) {
        this.#report("unstored", `${connection} heard ${message_id}, which no list holds`);
      }
    }
  }

  /** The messages that a member has read are the first of their partner's, and their number only grows. */
  #checkReads(): void {
    const lists = this.#of("list");
    const calls = this.#of("read");
    const known = this.#knownPlaces();
    const readers = new Set<string>();
    for (const { sender_id } of this.#messages.values()) readers.add(sender_id);
    for (const { memberId } of [...calls, ...lists]) readers.add(memberId);
    for (const readerId of readers) {
      const isTheirs = ({ sender_id }: SeenMessage) => sender_id !== readerId;
      const began = calls.filter((one) => one.memberId === readerId).map((one) => one.began);
      const firstCall = Math.min(...began, Number.POSITIVE_INFINITY);
      const steps: [at: number, place: number][] = [];
      for (const { memberId, began, ended } of calls) {
        if (memberId === readerId && ended !== null) steps.push([ended, known.before(began)]);
      }
      const heard = new Map<string, number>();
      for (const { connection, at, readerId: reader, upTo } of this.#of("live read")) {
        if (reader !== readerId) continue;
        const place = this.#position.get(upTo);
        if (place === undefined) continue;
        if (place < (heard.get(connection) ?? -1)) {
          this.#report("read", `${connection} heard that ${readerId} has read less than before`);
        }
        heard.set(connection, place);
        if (at < firstCall) this.#report("read", `${readerId} has read before asking to`);
        steps.push([at, place]);
      }
      for (const { ended, messages } of lists) {
        const read = messages.filter((one) => isTheirs(one) && one.is_read).at(-1);
        if (!read) continue;
        steps.push([ended, this.#position.get(read.message_id) ?? -1]);
        if (ended < firstCall) this.#report("read", `${readerId} has read before asking to`);
      }
      const readUpTo = new Steps(steps);
      for (const list of lists) {
        const must = readUpTo.before(list.began);
        let isUnreadBefore = false;
        for (const message of list.messages) {
          if (!isTheirs(message)) continue;
          const { message_id, is_read } = message;
          if (is_read && isUnreadBefore) {
            this.#report("read", `${nameOf(list)} has ${message_id} read after an unread one`);
          }
          if (!is_read && (this.#position.get(message_id) ?? -1) <= must) {
            this.#report("read", `${nameOf(list)} has ${message_id} unread again`);
          }
          isUnreadBefore ||= !is_read;
        }
      }
    }
  }

  /** Each stored message was written by its member: one that is sent again under a new key is one too many. */
  #checkWritten(): void {
    const written = this.#of("written").map((one) => keyOf(one.memberId, one.clientId));
    if (written.length === 0) return;
    const keys = new Set(written);
    for (const key of this.#byKey.keys()) {
      if (!keys.has(key)) this.#report("doubled", `${key} is there, and no one wrote it`);
    }
  }

  #checkEnd(): void {
    const finals = new Map<string, Listing>();
    for (const list of this.#of("list")) if (list.isFinal) finals.set(list.memberId, list);
    const orders = new Set([...finals.values()].map(({ messages }) => idsOf(messages)));
    if (orders.size > 1) this.#report("order", "the two have different lists in the end");
    for (const { memberId, page, messages } of this.#of("screen")) {
      const list = finals.get(memberId);
      if (!list) continue;
      const shown = messages.map(lineOf).join("\n");
      const stored = list.messages.map(lineOf).join("\n");
      if (shown !== stored) {
        this.#report("screen", `${page} shows\n${shown}\nand the list is\n${stored}`);
      }
    }
    const kept = new Map(this.#of("device").map((one) => [one.memberId, new Set(one.clientIds)]));
    this.#checkWritten();
    for (const { memberId, clientId } of this.#of("written")) {
      const list = finals.get(memberId);
      const device = kept.get(memberId);
      if (!list || !device || device.has(clientId)) continue;
      if (!list.messages.some(({ client_id }) => client_id === clientId)) {
        this.#report("lost", `${clientId} was written, and is neither stored nor kept`);
      }
    }
  }
}

/** A running maximum over time. */
class Steps {
  #at: number[] = [];
  #highest: number[] = [];

  constructor(steps: [at: number, place: number][]) {
    let highest = -1;
    for (const [at, place] of steps.sort(([one], [other]) => one - other)) {
      if (place <= highest) continue;
      highest = place;
      this.#at.push(at);
      this.#highest.push(place);
    }
  }

  /** The highest place before a moment, or -1. */
  before(moment: number): number {
    let [low, high] = [0, this.#at.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#at[middle] as number) < moment) low = middle + 1;
      else high = middle;
    }
    return this.#highest[low - 1] ?? -1;
  }
}

const keyOf = (memberId: string, clientId: string) => `${memberId}:${clientId}`;
const idsOf = (messages: SeenMessage[]) => messages.map(({ message_id }) => message_id).join();
const nameOf = ({ memberId, began, isFinal }: Listing) =>
  `${isFinal ? "the last list" : "a list"} of ${memberId} at ${began}`;
const lineOf = ({ message_id, content, is_read }: SeenMessage) =>
  `${message_id} ${content}${is_read ? " (read)" : ""}`;
