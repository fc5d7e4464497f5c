import type { SendGrant } from "~/core/conversation/objects";
import { callObject, type Objects } from "./call-object";
import type { Sql } from "./message-schema";
import type { Delivery, LiveEvent, LiveViewer, Seat, Shard } from "./types";

const RETRY_MS = 2_000;
const AT_ONCE = 100;

export interface SeatedListener extends Seat {
  viewer: LiveViewer;
  grant: SendGrant;
  isHidden: boolean;
}

interface SeatRow extends Record<string, SqlStorageValue> {
  shard: string;
  sid: string;
  instance: string;
  listener: string;
  is_hidden: number;
}

interface SeatParts {
  sql: Sql;
  conversationId: string;
  shards: Objects<Shard>;
  wakeAt(instant: number): void;
  /** Members of seats that are gone. */
  onLost(memberIds: string[]): void;
}

/**
 * The listeners of a conversation whose connections are in shards. A shard is told each event by a call, in order; an event that
 * it couldn't be told is kept until it can.
 */
export class Seats {
  #parts: SeatParts;
  #sql: Sql;
  #hasTables: boolean | null = null;
  #all: SeatedListener[] | null = null;
  #flushing = new Set<string>();

  constructor(parts: SeatParts) {
    this.#parts = parts;
    this.#sql = parts.sql;
  }

  get all(): readonly SeatedListener[] {
    this.#all ??= this.#read();
    return this.#all;
  }

  find({ shard, instance, sid }: Seat): SeatedListener | null {
    const isIt = (one: SeatedListener) =>
      one.shard === shard && one.sid === sid && one.instance === instance;
    return this.all.find(isIt) ?? null;
  }

  take(seat: SeatedListener): void {
    this.#create();
    // A seat of an earlier life of the shard is nobody's.
    this.#drop((one) => one.shard === seat.shard && one.instance !== seat.instance);
    this.#drop((one) => one.shard === seat.shard && one.sid === seat.sid, false);
    const { viewer, grant } = seat;
    this.#sql.exec(
      "insert into seats (shard, sid, instance, listener, is_hidden) values (?, ?, ?, ?, 0)",
      seat.shard,
      seat.sid,
      seat.instance,
      JSON.stringify({ viewer, grant }),
    );
    this.#all = null;
  }

  hide({ shard, sid }: Seat, isHidden: boolean): void {
    const hidden = isHidden ? 1 : 0;
    this.#sql.exec(
      "update seats set is_hidden = ? where shard = ? and sid = ?",
      hidden,
      shard,
      sid,
    );
    this.#all = null;
  }

  leave(seat: Seat): void {
    this.#drop((one) => one.shard === seat.shard && one.sid === seat.sid);
  }

  /** @param name of an event @param isStored false for one that may be lost */
  tell(event: LiveEvent, isStored: boolean): void {
    const { only, except } = event.audience ?? {};
    const heard = this.all.filter(({ viewer: { memberId } }) =>
      only === undefined ? memberId !== except : memberId === only,
    );
    for (const shard of new Set(heard.map((one) => one.shard))) {
      if (isStored) {
        this.#sql.exec(
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

  /** Gives up seats, and ends their connections. @param isEnded tells by the viewer of a connection whether it ends */
  end(isEnded: (viewer: LiveViewer) => boolean): void {
    const ended = this.all.filter(({ viewer }) => isEnded(viewer));
    for (const { shard, viewer } of ended) {
      this.#call(shard, (object) => object.end([viewer.sessionId], [])).catch(() => {});
    }
    this.#drop((one) => ended.includes(one));
  }

  /** Tells the shards once more what they could not be told. */
  async flushAll(): Promise<void> {
    if (!this.#look()) return;
    const rows = [...this.#sql.exec<{ shard: string }>("select distinct shard from shard_events")];
    await Promise.all(rows.map(({ shard }) => this.#flush(shard)));
  }

  /** All seats are over; what was told to them before is still delivered. */
  clear(): void {
    if (this.all.length > 0) this.#sql.exec("delete from seats");
    this.#all = [];
  }

  /** Gives up the seats of connections that their shards no longer have. */
  async dropDead(memberId: string): Promise<void> {
    const seats = this.all.filter(({ viewer }) => viewer.memberId === memberId);
    await Promise.all(
      [...new Set(seats.map(({ shard }) => shard))].map(async (shard) => {
        const { conversationId } = this.#parts;
        const alive = await this.#call(shard, (object) =>
          object.listSeated(conversationId, memberId),
        );
        const isDead = (one: SeatedListener) =>
          one.shard === shard && one.viewer.memberId === memberId && !alive.includes(one.sid);
        this.#drop(isDead);
      }),
    );
  }

  /** Called after the whole storage was deleted. */
  forget(): void {
    this.#hasTables = null;
    this.#all = null;
  }

  #drop(isDropped: (seat: SeatedListener) => boolean, isTold = true): void {
    const dropped = this.all.filter(isDropped);
    if (dropped.length === 0) return;
    for (const { shard, sid } of dropped) {
      this.#sql.exec("delete from seats where shard = ? and sid = ?", shard, sid);
    }
    this.#all = null;
    if (isTold) this.#parts.onLost(dropped.map(({ viewer }) => viewer.memberId));
  }

  /** Tells a shard what it has not been told, in order and until it answers. */
  async #flush(shard: string): Promise<void> {
    if (this.#flushing.has(shard)) return;
    this.#flushing.add(shard);
    // All that is told in this turn goes in one call.
    await Promise.resolve();
    try {
      while (this.#look()) {
        const rows = [
          ...this.#sql.exec<{ n: number; event: string }>(
            "select n, event from shard_events where shard = ? order by n limit ?",
            shard,
            AT_ONCE,
          ),
        ];
        const last = rows.at(-1)?.n;
        if (last === undefined) return;
        await this.#deliver(
          shard,
          rows.map(({ n, event }) => ({ ...(JSON.parse(event) as LiveEvent), n })),
        );
        if (!this.#look()) return;
        this.#sql.exec("delete from shard_events where shard = ? and n <= ?", shard, last);
      }
    } catch {
      this.#parts.wakeAt(Date.now() + RETRY_MS);
    } finally {
      this.#flushing.delete(shard);
    }
  }

  async #deliver(shard: string, deliveries: Delivery[]): Promise<void> {
    const { conversationId } = this.#parts;
    const before = this.all.filter((one) => one.shard === shard);
    const instance = await this.#call(shard, (object) =>
      object.deliver(conversationId, deliveries),
    );
    const isGone = (one: SeatedListener) => before.includes(one) && one.instance !== instance;
    this.#drop(isGone);
  }

  #call<Answer>(shard: string, work: (object: Shard) => Promise<Answer>): Promise<Answer> {
    return callObject(this.#parts.shards, shard, work);
  }

  #read(): SeatedListener[] {
    if (!this.#look()) return [];
    return [...this.#sql.exec<SeatRow>("select * from seats")].map((row) => ({
      ...(JSON.parse(row.listener) as Pick<SeatedListener, "viewer" | "grant">),
      shard: row.shard,
      sid: row.sid,
      instance: row.instance,
      isHidden: row.is_hidden === 1,
    }));
  }

  #look(): boolean {
    this.#hasTables ??=
      [...this.#sql.exec("select 1 from sqlite_master where name = 'seats'")].length > 0;
    return this.#hasTables;
  }

  #create(): void {
    if (this.#look()) return;
    this.#sql.exec(
      `create table seats (
         shard text not null, sid text not null, instance text not null, listener text not null, is_hidden integer not null,
         primary key (shard, sid)
       ) without rowid`,
    );
    this.#sql.exec(
      `create table shard_events (
         n integer primary key autoincrement, shard text not null, event text not null
       )`,
    );
    this.#hasTables = true;
  }
}
