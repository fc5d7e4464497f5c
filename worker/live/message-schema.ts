/** The storage of an object: one synchronous connection to SQLite. */
export interface Sql {
  exec<Row extends Record<string, SqlStorageValue>>(
    statement: string,
    ...values: (string | number | null)[]
  ): Iterable<Row>;
}

/**
 * `created_at`, in milliseconds since 1970, is unique within the conversation and ascends, so it is the order of the messages. No
 * index has the `client_id`s, because an awake object has them in memory (message-store.ts) and an index would add a written row
 * to every message. `announced` is 1 if the partner's devices were notified of the message: while it is unread, they are not
 * notified again.
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
  )`;

/** The tables of an object. One that was only read, and has nothing to store, gets none, because they would be billed. */
export class MessageSchema {
  #sql: Sql;
  /** Null until the first look. */
  #isThere: boolean | null = null;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  get isThere(): boolean {
    this.#isThere ??=
      [...this.#sql.exec("select 1 from sqlite_master where name = 'messages'")].length > 0;
    return this.#isThere;
  }

  /** Makes the tables before the first write. */
  create(): void {
    if (this.isThere) return;
    this.#sql.exec(TABLES);
    this.#isThere = true;
  }

  /** Called after the whole storage was deleted. */
  forget(): void {
    this.#isThere = false;
  }
}
