import type { ArchivedPairing } from "~/core/ports";
import { parseJson } from "~/core/shared/parse";
import { archivedPairingSchema } from "~/db/queries/archived-pairing";
import type { Sql } from "../conversation/message-schema";

/** The storage of one member's pairings that have left the database. */
export class MemberHistory {
  #sql: Sql;
  /** Null until the first look: an object that was only asked gets no table, which would be billed. */
  #isThere: boolean | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  keep(memberId: string, pairings: ArchivedPairing[]): void {
    if (pairings.length === 0) return;
    if (!this.#look()) {
      this.#sql.exec(
        `create table pairings (
           id text not null unique, expires_at integer not null, partner_id text not null, content text not null,
           primary key (expires_at, id)
         ) without rowid`,
      );
      this.#isThere = true;
    }
    for (const pairing of pairings) {
      this.#sql.exec(
        "insert or replace into pairings (id, expires_at, partner_id, content) values (?, ?, ?, ?)",
        pairing.id,
        pairing.expires_at,
        pairing.user1_id === memberId ? pairing.user2_id : pairing.user1_id,
        JSON.stringify(pairing),
      );
    }
  }

  list({ before, limit }: { before: number; limit: number }): ArchivedPairing[] {
    return this.#select("expires_at < ? order by expires_at desc, id desc limit ?", before, limit);
  }

  find(conversationId: string): ArchivedPairing | null {
    return this.#select("id = ?", conversationId)[0] ?? null;
  }

  /** Looks at each of the member's pairings, one per day of membership. */
  findWith(partnerId: string): ArchivedPairing | null {
    return this.#select("partner_id = ? order by expires_at desc limit 1", partnerId)[0] ?? null;
  }

  /** @returns whether nothing is left */
  forget(conversationIds: string[]): boolean {
    if (!this.#look()) return true;
    for (const id of conversationIds) this.#sql.exec("delete from pairings where id = ?", id);
    const [left] = this.#sql.exec("select 1 from pairings limit 1");
    return left === undefined;
  }

  /** The storage was deleted as a whole. */
  reset(): void {
    this.#isThere = false;
  }

  #select(condition: string, ...values: (string | number)[]): ArchivedPairing[] {
    if (!this.#look()) return [];
    const rows = this.#sql.exec<{ content: string }>(
      `select content from pairings where ${condition}`,
      ...values,
    );
    return [...rows].map(({ content }) => parseJson(archivedPairingSchema, content));
  }

  #look(): boolean {
    if (this.#isThere === null) {
      const [table] = this.#sql.exec("select 1 from sqlite_master where name = 'pairings'");
      this.#isThere = table !== undefined;
    }
    return this.#isThere;
  }
}
