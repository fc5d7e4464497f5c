import type { TokenClaims } from "~/core/accounts/tokens";
import type { Env } from "~/worker/env";
import { callObject } from "./call-object";
import type { Tables } from "./tables";
import type { Delivery, Listener, LiveEvent, Seat } from "./types";

const RETRY_MS = 2_000;
const AT_ONCE = 100;

export interface SeatedListener extends Seat, Listener {
  isHidden: boolean;
}

interface SeatParts {
  tables: Tables;
  conversationId: string;
  shards: Env["LIVE"];
  wakeAt(instant: number): void;
  onLost(memberIds: string[]): void;
}

/**
 * Listeners whose connections are in shards. A shard gets the events in order, and answers with the connections that it
 * still has. A stored event that can't be delivered is sent again.
 */
export class Seats {
  #parts: SeatParts;
  #tables: Tables;
  #all: SeatedListener[] | null = null;
  #flushing = new Set<string>();

  constructor(parts: SeatParts) {
    this.#parts = parts;
    this.#tables = parts.tables;
  }

  get all(): SeatedListener[] {
    this.#all ??= this.#tables
      .query<{ shard: string; sid: string; listener: string; is_hidden: number }>(
        "select * from seats",
      )
      .map(({ shard, sid, listener, is_hidden }) => ({
        ...(JSON.parse(listener) as Listener),
        shard,
        sid,
        isHidden: is_hidden === 1,
      }));
    return this.#all;
  }

  find(seat: Seat): SeatedListener | undefined {
    return this.all.find((one) => isSame(one, seat));
  }

  take(seat: SeatedListener): void {
    const { shard, sid, viewer, grant } = seat;
    this.#tables.insert(
      "insert or replace into seats (shard, sid, listener, is_hidden) values (?, ?, ?, 0)",
      shard,
      sid,
      JSON.stringify({ viewer, grant }),
    );
    this.#all = [...this.all.filter((one) => !isSame(one, seat)), seat];
  }

  hide(seat: SeatedListener, isHidden: boolean): void {
    seat.isHidden = isHidden;
    this.#tables.query(
      "update seats set is_hidden = ? where shard = ? and sid = ?",
      isHidden ? 1 : 0,
      seat.shard,
      seat.sid,
    );
  }

  leave(seat: Seat): void {
    this.#drop((one) => isSame(one, seat));
  }

  /** @param isStored false for an event that a shard can miss without harm */
  tell(event: LiveEvent, isStored: boolean): void {
    const heard = this.all.filter(({ viewer }) => viewer.memberId !== event.except);
    for (const shard of new Set(heard.map((one) => one.shard))) {
      if (isStored) {
        this.#tables.insert(
          "insert into shard_events (shard, event) values (?, ?)",
          shard,
          JSON.stringify(event),
        );
        void this.#flush(shard);
      } else {
        this.#deliver(shard, [{ ...event, n: 0 }]).catch(() => {});
      }
    }
  }

  end(isEnded: (viewer: TokenClaims) => boolean): void {
    const ended = this.all.filter(({ viewer }) => isEnded(viewer));
    for (const { shard, viewer } of ended) {
      callObject(this.#parts.shards, shard, (object) => object.end([viewer.sessionId], [])).catch(
        () => {},
      );
    }
    this.#drop((one) => ended.includes(one));
  }

  async flushAll(): Promise<void> {
    const rows = this.#tables.query<{ shard: string }>("select distinct shard from shard_events");
    await Promise.all(rows.map(({ shard }) => this.#flush(shard)));
  }

  /** Deletes only the seats. Stored events are still delivered. */
  clear(): void {
    if (this.all.length > 0) this.#tables.query("delete from seats");
    this.#all = [];
  }

  /** Drops the seats of connections that their shards no longer have. */
  async dropDead(isAsked: (seat: SeatedListener) => boolean): Promise<void> {
    const shards = new Set(this.all.filter(isAsked).map(({ shard }) => shard));
    await Promise.all([...shards].map((shard) => this.#deliver(shard, []).catch(() => {})));
  }

  forget(): void {
    this.#all = null;
  }

  #drop(isDropped: (seat: SeatedListener) => boolean): void {
    const dropped = this.all.filter(isDropped);
    if (dropped.length === 0) return;
    for (const { shard, sid } of dropped) {
      this.#tables.query("delete from seats where shard = ? and sid = ?", shard, sid);
    }
    this.#all = this.all.filter((one) => !dropped.includes(one));
    this.#parts.onLost(dropped.map(({ viewer }) => viewer.memberId));
  }

  async #flush(shard: string): Promise<void> {
    if (this.#flushing.has(shard)) return;
    this.#flushing.add(shard);
    // Waits until the running code has ended, so that one call carries all of its events.
    await Promise.resolve();
    try {
      for (;;) {
        const rows = this.#tables.query<{ n: number; event: string }>(
          "select n, event from shard_events where shard = ? order by n limit ?",
          shard,
          AT_ONCE,
        );
        const last = rows.at(-1)?.n;
        if (last === undefined) return;
        await this.#deliver(
          shard,
          rows.map(({ n, event }) => ({ ...(JSON.parse(event) as LiveEvent), n })),
        );
        this.#tables.query("delete from shard_events where shard = ? and n <= ?", shard, last);
      }
    } catch {
      this.#parts.wakeAt(Date.now() + RETRY_MS);
    } finally {
      this.#flushing.delete(shard);
    }
  }

  async #deliver(shard: string, deliveries: Delivery[]): Promise<void> {
    const { conversationId, shards } = this.#parts;
    // Only seats taken before the call are dropped, because the answer can lack a connection that joined during the
    // call.
    const asked = this.all.filter((one) => one.shard === shard);
    const alive = await callObject(shards, shard, (object) =>
      object.deliver(conversationId, deliveries),
    );
    this.#drop((one) => asked.includes(one) && !alive.includes(one.sid));
  }
}

const isSame = (one: Seat, other: Seat) => one.shard === other.shard && one.sid === other.sid;
