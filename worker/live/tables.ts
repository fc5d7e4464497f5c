/**
 * `created_at` is unique and ascending. `client_id` has no index, which would add a written row to every message; an
 * awake object has the ids in memory. `announced` is 1 if the partner's devices were notified of the message.
 */
const TABLES = `
  create table messages (
    created_at integer primary key,
    id text not null,
    sender_id text not null,
    content text not null,
    client_id text,
    read_at integer,
    announced integer not null
  );
  create table standing (
    id integer primary key check (id = 1),
    closed_reason text,
    version integer not null,
    was_blocked integer not null
  );
  create table questions (
    level integer primary key,
    question text not null,
    revealed_at integer
  );
  create table answers (
    level integer not null,
    member_id text not null,
    answer text not null,
    key text not null,
    primary key (level, member_id)
  ) without rowid;
  create table answer_times (
    member_id text not null,
    at integer not null
  );
  create table seats (
    shard text not null,
    sid text not null,
    listener text not null,
    is_hidden integer not null,
    primary key (shard, sid)
  ) without rowid;
  create table shard_events (
    n integer primary key autoincrement,
    shard text not null,
    event text not null
  )`;

type Row = Record<string, SqlStorageValue>;
type Values = (string | number | null)[];

/** Only a write creates the tables, because stored tables are billed. */
export class Tables {
  #sql: SqlStorage;
  #isThere = false;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  get isThere(): boolean {
    this.#isThere ||=
      [...this.#sql.exec("select 1 from sqlite_master where name = 'messages'")].length > 0;
    return this.#isThere;
  }

  /** Does nothing while there are no tables. */
  query<Found extends Row>(statement: string, ...values: Values): Found[] {
    return this.isThere ? [...this.#sql.exec<Found>(statement, ...values)] : [];
  }

  insert(statement: string, ...values: Values): void {
    if (!this.isThere) this.#sql.exec(TABLES);
    this.#isThere = true;
    this.#sql.exec(statement, ...values);
  }

  forget(): void {
    this.#isThere = false;
  }
}
