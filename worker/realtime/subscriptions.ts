/** A connection that lives in another object and hears of this object's conversation. */
export interface Subscriber {
  socketId: string;
  home: string;
  /** Which life of the home the connection belongs to: a home that was restarted has lost it. */
  instance: string;
  memberId: string;
  sessionId: string;
}

/** A home renews well within this; what isn't renewed is dead. */
export const LEASE_MS = 180_000;

interface SubscriberRow extends Record<string, SqlStorageValue> {
  socket_id: string;
  home: string;
  instance: string;
  member_id: string;
  session_id: string;
  lease_until: number;
}

export function groupByHome(subscribers: Subscriber[]): Map<string, Subscriber[]> {
  const homes = new Map<string, Subscriber[]>();
  for (const subscriber of subscribers) {
    const group = homes.get(subscriber.home);
    if (group) group.push(subscriber);
    else homes.set(subscriber.home, [subscriber]);
  }
  return homes;
}

/**
 * The conversation's subscribers in the object's SQLite, so that they outlive its eviction, with a copy in
 * memory for the hot path. Storage is touched only by an object that has something to keep.
 */
export class Subscriptions {
  #storage: DurableObjectStorage;
  #subscribers = new Map<string, Subscriber & { leaseUntil: number }>();
  #hasSchema = false;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#load();
  }

  /** The live ones, grouped by home. */
  byHome(now: number): Map<string, Subscriber[]> {
    return groupByHome(this.filter(now, () => true));
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0;
  }

  /** The live ones for which `isWanted` holds. */
  filter(now: number, isWanted: (subscriber: Subscriber) => boolean): Subscriber[] {
    return [...this.#subscribers.values()].filter(
      (subscriber) => subscriber.leaseUntil > now && isWanted(subscriber),
    );
  }

  add(subscriber: Subscriber, now: number): void {
    this.#ensureSchema();
    for (const other of this.#subscribers.values()) {
      const isOfEarlierLife =
        other.home === subscriber.home && other.instance !== subscriber.instance;
      if (isOfEarlierLife || other.leaseUntil <= now) this.remove(other.socketId);
    }
    const leaseUntil = now + LEASE_MS;
    this.#subscribers.set(subscriber.socketId, { ...subscriber, leaseUntil });
    this.#storage.sql.exec(
      `insert or replace into subscribers (socket_id, home, instance, member_id, session_id, lease_until)
       values (?, ?, ?, ?, ?, ?)`,
      subscriber.socketId,
      subscriber.home,
      subscriber.instance,
      subscriber.memberId,
      subscriber.sessionId,
      leaseUntil,
    );
  }

  /** Renews the lease of what a home still holds; forgets what it doesn't. @returns the socket ids that are not subscribed any more */
  renew(home: string, instance: string, socketIds: string[], now: number): string[] {
    const held = new Set(socketIds);
    const leaseUntil = now + LEASE_MS;
    for (const subscriber of [...this.#subscribers.values()]) {
      if (subscriber.home !== home) continue;
      if (subscriber.instance === instance && held.delete(subscriber.socketId)) {
        subscriber.leaseUntil = leaseUntil;
      } else {
        this.remove(subscriber.socketId);
      }
    }
    if (this.#hasSchema) {
      this.#storage.sql.exec(
        "update subscribers set lease_until = ? where home = ?",
        leaseUntil,
        home,
      );
    }
    return [...held];
  }

  remove(socketId: string): void {
    if (!this.#subscribers.delete(socketId)) return;
    this.#storage.sql.exec("delete from subscribers where socket_id = ?", socketId);
  }

  clear(): void {
    this.#subscribers.clear();
    if (this.#hasSchema) this.#storage.sql.exec("drop table subscribers");
    this.#hasSchema = false;
  }

  #load(): void {
    const tables = this.#storage.sql.exec(
      "select name from sqlite_master where type = 'table' and name = 'subscribers'",
    );
    this.#hasSchema = tables.toArray().length > 0;
    if (!this.#hasSchema) return;
    for (const row of this.#storage.sql.exec<SubscriberRow>("select * from subscribers")) {
      this.#subscribers.set(row.socket_id, {
        socketId: row.socket_id,
        home: row.home,
        instance: row.instance,
        memberId: row.member_id,
        sessionId: row.session_id,
        leaseUntil: row.lease_until,
      });
    }
  }

  #ensureSchema(): void {
    if (this.#hasSchema) return;
    this.#storage.sql.exec(
      `create table if not exists subscribers (
         socket_id text primary key,
         home text not null,
         instance text not null,
         member_id text not null,
         session_id text not null,
         lease_until integer not null
       )`,
    );
    this.#hasSchema = true;
  }
}
